/** What a connection is: the bank's letter, when it last answered, and until when the bank takes payments. */
import type { ReactNode } from 'react';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { AgeText, CopyId, Facts, InstantText } from '@/ui';
import { labels } from '../labels';
import { letterLabels } from '../letter';
import type { OpenBank } from './BankDrawer';
import { NextLook } from './NextLook';

export function OverviewTab({ bank }: { bank: OpenBank }) {
  const words = useLabels(labels);
  return (
    <>
      <Facts
        facts={[
          [words.bank, bank.type === 'FOLDER' ? words.FOLDER : bank.profile.name],
          [words.type, words[bank.type]],
          [
            words.environment,
            bank.profile.isSimulated
              ? words.inSimulated(words[bank.environment])
              : words[bank.environment],
          ],
          [words.country, bank.country],
          [
            words.connectedBy,
            <span key="created">
              <InstantText value={bank.created} /> {words.pausedBy(bank.createdBy)}
            </span>,
          ],
          [words.lastContact, bank.lastContact && <AgeText value={bank.lastContact} />],
          [words.lastSent, bank.lastSent && <AgeText value={bank.lastSent} />],
          [words.lastReceived, bank.lastReceived && <AgeText value={bank.lastReceived} />],
          [words.nextFetch, <NextLook key="next" bank={bank} />],
        ]}
      />
      <Letter bank={bank} />
      <Folders bank={bank} />
      <CutOffs bank={bank} />
    </>
  );
}

function Letter({ bank }: { bank: OpenBank }) {
  const words = useLabels(labels);
  const letter = useLabels(letterLabels);
  const mayChange = useMay('banks.change');
  const { nordeaCAParameters: nordea, bankConnectParameters: centre } = bank.configuration;
  const told = nordea ?? centre;
  if (!told) return null;
  const facts: [string, ReactNode][] = nordea
    ? [
        [letter.name, nordea.name],
        [letter.agreementId, nordea.agreementId],
        [letter.senderId, nordea.senderId],
        [letter.signerId, nordea.signerId],
      ]
    : centre
      ? [
          [letter.functionId, centre.functionId],
          [letter.regNo, centre.regNo],
        ]
      : [];
  return (
    <section className="g-stack">
      <h3>{words.letter}</h3>
      <Facts
        facts={[
          ...facts,
          [letter.countryCode, told.countryCode],
          [
            words.privateKey,
            told.privateKey && (
              <>
                <CopyId value={told.privateKey} />
                <span className="g-sub">{words.keyHidden}</span>
              </>
            ),
          ],
        ]}
      />
      {!mayChange && <p className="g-muted">{words.masked}</p>}
    </section>
  );
}

function Folders({ bank: { folders } }: { bank: OpenBank }) {
  const words = useLabels(labels);
  if (!folders) return null;
  return (
    <section className="g-stack">
      <h3>{words.folders}</h3>
      <Facts
        facts={[
          [words.outbox, <CopyId key="out" value={folders.outbox} name={words.outbox} />],
          [words.inbox, <CopyId key="in" value={folders.inbox} name={words.inbox} />],
        ]}
      />
      <p className="g-muted">{words.foldersHelp}</p>
    </section>
  );
}

function CutOffs({ bank }: { bank: OpenBank }) {
  const words = useLabels(labels);
  const { capabilities } = bank.profile;
  const cutOffs = bank.profile.cutOffs.filter(
    ({ product }) => product !== 'INSTANT' || capabilities.includes('INSTANT'),
  );
  if (cutOffs.length === 0) return null;
  return (
    <section className="g-stack">
      <h3>{words.cutOffs}</h3>
      <Facts facts={cutOffs.map(({ product, time }) => [words[product], time])} />
      <p className="g-muted">{words.cutOffHelp}</p>
    </section>
  );
}
