/** Bank files made up for one run: each has an account and ids of its own, so that runs do not meet. */

const two = (value: number) => String(value).padStart(2, '0');

/** A plain date some days back, in the machine's own zone. */
export function daysAgo(days: number): string {
  const moment = new Date(Date.now() - days * 86_400_000);
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

export interface BankFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const xml = (name: string, text: string): BankFile => ({
  name,
  mimeType: 'application/xml',
  buffer: Buffer.from(text),
});

/**
 * A number nobody else uses in this run. A list finds words by their beginning, so that it must not
 * begin as the entries of a file are numbered: whoever looks for its second would find both.
 */
export function freshNumber(): string {
  return `9${String(Date.now()).slice(-7)}${String(Math.floor(Math.random() * 90) + 10)}`;
}

const entry = (
  number: string,
  index: number,
  amount: string,
  direction: 'CRDT' | 'DBIT',
  date: string,
  name: string,
) => `
  <Ntry><NtryRef>${number}-${index}</NtryRef><Amt Ccy="DKK">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts>BOOK</Sts>
    <BookgDt><Dt>${date}</Dt></BookgDt><ValDt><Dt>${date}</Dt></ValDt><AcctSvcrRef>${number}R${index}</AcctSvcrRef>
    <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>
    <NtryDtls><TxDtls><Refs><EndToEndId>E2E-${number}-${index}</EndToEndId></Refs><Amt Ccy="DKK">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>
      <RltdPties><${direction === 'CRDT' ? 'Dbtr' : 'Cdtr'}><Nm>${name}</Nm></${direction === 'CRDT' ? 'Dbtr' : 'Cdtr'}></RltdPties>
      <RmtInf><Ustrd>Invoice ${number}-${index}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;

/** A statement of one day: opens at 1000.00, 250.50 comes in, 100.25 goes out, closes at 1150.25. */
export function statementFile(number: string, date = daysAgo(2)): BankFile {
  return xml(
    `statement-${number}.xml`,
    `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
 <GrpHdr><MsgId>M${number}</MsgId><CreDtTm>${date}T20:00:00</CreDtTm></GrpHdr>
 <Stmt><Id>S${number}</Id><ElctrncSeqNb>1</ElctrncSeqNb><CreDtTm>${date}T20:00:00</CreDtTm>
  <Acct><Id><Othr><Id>${number}</Id></Othr></Id><Ccy>DKK</Ccy></Acct>
  <Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="DKK">1000.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${date}</Dt></Dt></Bal>
  <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="DKK">1150.25</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${date}</Dt></Dt></Bal>
  ${entry(number, 1, '250.50', 'CRDT', date, 'Skagen Energi')}${entry(number, 2, '100.25', 'DBIT', date, 'Hafen Logistik')}
 </Stmt></BkToCstmrStmt></Document>`,
  );
}

/** The bank's correction of that statement: the amount that came in is another, and it was created an hour later. */
export function correctedStatementFile(number: string, date = daysAgo(2)): BankFile {
  const text = statementFile(number, date).buffer.toString();
  return xml(
    `corrected-${number}.xml`,
    text
      .replaceAll('250.50', '300.50')
      .replace('1150.25', '1200.25')
      .replaceAll('T20:00:00', 'T21:00:00'),
  );
}

/** A statement of the same day that nothing in it tells to be the later one, with another amount in. */
export function contradictingStatementFile(number: string, date = daysAgo(2)): BankFile {
  const text = statementFile(number, date).buffer.toString();
  return xml(
    `contradicting-${number}.xml`,
    text.replaceAll('250.50', '260.50').replace('1150.25', '1160.25'),
  );
}

/** One statement of balances that nobody else has, under the account number or under another name of the account. */
export function namedStatementFile(number: string, account = number): BankFile {
  const cents = BigInt(number) * 100n;
  const amount = (value: bigint) => `${value / 100n}.${two(Number(value % 100n))}`;
  const text = statementFile(number)
    .buffer.toString()
    .replace('1000.00', amount(cents))
    .replace('1150.25', amount(cents + 15_025n));
  return xml(
    `named-${account}.xml`,
    text.replace(`<Othr><Id>${number}</Id>`, `<Othr><Id>${account}</Id>`),
  );
}

/** A notification of one credit without any reference; each copy is a report of its own. */
export function notificationFile(number: string, copy: number, date = daysAgo(1)): BankFile {
  return xml(
    `notification-${number}-${copy}.xml`,
    `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.02"><BkToCstmrDbtCdtNtfctn>
 <GrpHdr><MsgId>N${number}-${copy}</MsgId><CreDtTm>${date}T1${copy}:00:00</CreDtTm></GrpHdr>
 <Ntfctn><Id>N${number}-${copy}</Id><CreDtTm>${date}T1${copy}:00:00</CreDtTm>
  <Acct><Id><Othr><Id>${number}</Id></Othr></Id><Ccy>DKK</Ccy></Acct>
  <Ntry><Amt Ccy="DKK">75.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
    <BookgDt><Dt>${date}</Dt></BookgDt><ValDt><Dt>${date}</Dt></ValDt>
    <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>
    <NtryDtls><TxDtls><Amt Ccy="DKK">75.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><RltdPties><Dbtr><Nm>Bølgen Fisk ApS</Nm></Dbtr></RltdPties>
      <RmtInf><Ustrd>Membership</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
 </Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`,
  );
}

/** The same statement with so many entries that its import can be watched and stopped. */
export function largeStatementFile(number: string, entries: number): BankFile {
  const [head = '', tail = ''] = statementFile(number).buffer.toString().split(' </Stmt>');
  const date = daysAgo(2);
  const more = Array.from({ length: entries }, (_, index) =>
    entry(number, index + 3, '1.00', 'CRDT', date, 'Østbro Papir'),
  ).join('');
  return xml(`large-${number}.xml`, `${head}${more} </Stmt>${tail}`);
}

/** A payment order of two payments. */
export function paymentFile(number: string): BankFile {
  const payment = (index: number, amount: string) => `
  <CdtTrfTxInf><PmtId><EndToEndId>E2E-${number}-${index}</EndToEndId></PmtId><Amt><InstdAmt Ccy="DKK">${amount}</InstdAmt></Amt>
   <Cdtr><Nm>Kystværftet A/S</Nm><PstlAdr><Ctry>DK</Ctry></PstlAdr></Cdtr><CdtrAcct><Id><IBAN>DK5000400440116243</IBAN></Id></CdtrAcct>
   <RmtInf><Ustrd>Invoice ${number}-${index}</Ustrd></RmtInf></CdtTrfTxInf>`;
  return xml(
    `payments-${number}.xml`,
    `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.03"><CstmrCdtTrfInitn>
 <GrpHdr><MsgId>P${number}</MsgId><CreDtTm>${daysAgo(1)}T08:00:00</CreDtTm><NbOfTxs>2</NbOfTxs><CtrlSum>300.75</CtrlSum><InitgPty><Nm>Nordhavn Handel A/S</Nm></InitgPty></GrpHdr>
 <PmtInf><PmtInfId>B${number}</PmtInfId><PmtMtd>TRF</PmtMtd><NbOfTxs>2</NbOfTxs><CtrlSum>300.75</CtrlSum><ReqdExctnDt>${daysAgo(0)}</ReqdExctnDt>
  <Dbtr><Nm>Nordhavn Handel A/S</Nm></Dbtr><DbtrAcct><Id><IBAN>DK5000400440116243</IBAN></Id><Ccy>DKK</Ccy></DbtrAcct><DbtrAgt><FinInstnId><BIC>NDEADKKK</BIC></FinInstnId></DbtrAgt>
  ${payment(1, '100.25')}${payment(2, '200.50')}
 </PmtInf></CstmrCdtTrfInitn></Document>`,
  );
}

/** A statement that ends in the middle of an element. */
export function brokenFile(number: string): BankFile {
  const whole = statementFile(number).buffer;
  return {
    ...statementFile(number),
    name: `broken-${number}.xml`,
    buffer: whole.subarray(0, whole.length - 700),
  };
}

/** A bank's answer to the payment order of this number: one payment carried out, one refused. */
export function statusFile(number: string, reason = 'AC04'): BankFile {
  const payment = (index: number, status: string, why = '') => `
   <TxInfAndSts><OrgnlEndToEndId>E2E-${number}-${index}</OrgnlEndToEndId><TxSts>${status}</TxSts>${why}</TxInfAndSts>`;
  return xml(
    `status-${number}.xml`,
    `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03"><CstmrPmtStsRpt>
 <GrpHdr><MsgId>ST${number}</MsgId><CreDtTm>${daysAgo(1)}T09:00:00</CreDtTm></GrpHdr>
 <OrgnlGrpInfAndSts><OrgnlMsgId>P${number}</OrgnlMsgId><OrgnlMsgNmId>pain.001</OrgnlMsgNmId><GrpSts>PART</GrpSts></OrgnlGrpInfAndSts>
 <OrgnlPmtInfAndSts>${payment(1, 'ACSP')}${payment(2, 'RJCT', `<StsRsnInf><Rsn><Cd>${reason}</Cd></Rsn></StsRsnInf>`)}
 </OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`,
  );
}
