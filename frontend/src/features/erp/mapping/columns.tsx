/** The columns of the list of mappings. */
import { Link, type To } from 'react-router';
import type { ErpMappingRowFragment } from '@/generated/graphql';
import { AccountName } from '@/features/banks';
import { wordFor, type Words } from '@/kernel/i18n';
import { DateText, InstantText, NoValue, Tag, type Column } from '@/ui';
import { accountOf, methodName, type Ground } from './ground';
import type { labels } from './labels';

type MappingWords = Words<typeof labels>;

interface Told {
  words: MappingWords;
  ground: Ground;
  to: (row: ErpMappingRowFragment) => To;
}

export function mappingColumns({
  words,
  ground,
  to,
}: Told): readonly Column<ErpMappingRowFragment>[] {
  return [
    {
      key: 'method',
      header: words.method,
      sort: 'METHOD',
      width: 16,
      exports: ['method'],
      cell: (row) => <Link to={to(row)}>{methodName(ground, row.method)}</Link>,
    },
    {
      key: 'exception',
      header: words.exception,
      width: 14,
      exports: [
        'account',
        'currency',
        'creditorCountry',
        'referenceKind',
        'slipType',
        'amountFrom',
        'amountTo',
      ],
      cell: (row) =>
        appliesTo(row, words, ground) || <span className="g-muted">{words.everything}</span>,
    },
    {
      key: 'product',
      header: words.product,
      sort: 'TARGET',
      width: 15,
      exports: ['target'],
      cell: ({ makes }) => words[makes.target],
    },
    {
      key: 'charges',
      header: words.charges,
      width: 10,
      priority: 2,
      exports: ['chargeBearer'],
      cell: ({ makes }) => wordFor(words, makes.chargeBearer),
    },
    {
      key: 'debtor',
      header: words.debtor,
      width: 14,
      priority: 1,
      exports: ['debtorAccount'],
      cell: ({ debtorAccount }) =>
        debtorAccount ? (
          <AccountName number={debtorAccount} />
        ) : (
          <span className="g-muted">{words.erpChooses}</span>
        ),
    },
    {
      key: 'valid',
      header: words.validFrom,
      width: 10,
      priority: 2,
      exports: ['validFrom', 'validTo'],
      cell: ({ validFrom, validTo }) => (
        <>
          <DateText value={validFrom} />
          {validTo && (
            <>
              {' '}
              – <DateText value={validTo} />
            </>
          )}
        </>
      ),
    },
    { key: 'used', header: words.used, width: 6, numeric: true, cell: ({ used }) => used },
    {
      key: 'state',
      header: words.isEnabled,
      width: 10,
      exports: ['isEnabled'],
      cell: ({ isEnabled, hints }) => (
        <MappingState isEnabled={isEnabled} hints={hints.length} words={words} />
      ),
    },
    {
      key: 'changed',
      header: words.changed,
      sort: 'CHANGED',
      width: 11,
      priority: 1,
      hidden: true,
      exports: ['changed', 'changedBy'],
      cell: ({ changed }) => <InstantText value={changed} />,
    },
    {
      key: 'position',
      header: words.position,
      sort: 'POSITION',
      width: 6,
      numeric: true,
      hidden: true,
      exports: ['position'],
      cell: ({ position }) => position || <NoValue />,
    },
  ];
}

/** Whether it is in use, and whether something about it is worth a look. */
export function MappingState({
  isEnabled,
  hints,
  words,
}: {
  isEnabled: boolean;
  hints: number;
  words: MappingWords;
}) {
  if (!isEnabled) return <Tag icon="ban">{words.off}</Tag>;
  return hints > 0 ? (
    <Tag tone="warn" icon="exclamation-triangle">
      {words.hints}
    </Tag>
  ) : (
    <Tag tone="good" icon="check-circle">
      {words.fine}
    </Tag>
  );
}

/** What narrows a mapping, in a few words; empty where it is for all payments of its method. */
export function appliesTo(
  { account, matchers }: ErpMappingRowFragment,
  words: MappingWords,
  ground: Ground,
): string {
  const { currency, creditorCountry, referenceKind, slipType, amountFrom, amountTo } = matchers;
  const amounts = amountFrom || amountTo ? `${amountFrom ?? '0'} – ${amountTo ?? '…'}` : null;
  return [
    account && (accountOf(ground, account)?.name ?? account),
    currency,
    creditorCountry,
    referenceKind && wordFor(words, referenceKind),
    slipType && `+${slipType}`,
    amounts,
  ]
    .filter(Boolean)
    .join(', ');
}
