/** One statement of a file that is not imported yet: what it is to those that are here, and what would change. */
import { AccountName } from '@/features/banks';
import { uploadLabels, type PreviewedStatement } from '@/features/uploads';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { useNotation } from '@/kernel/preferences';
import { AmountText, DateText, MoneyText, NoValue, Tag, type Tone } from '@/ui';
import { labels } from '../labels';
import { previewLabels } from '../previewLabels';
import { versionLabels } from '../versionLabels';
import { ChainTag } from './StatementTags';
import '../statements.css';

/** So many changes of a statement the server lists. */
const MOST_CHANGES = 200;
const FIGURES = ['new', 'known', 'confirmed', 'replaced', 'possibleDuplicates'] as const;

type Relation = PreviewedStatement['relation'];
type Change = PreviewedStatement['changes'][number];

const RELATIONS: Readonly<Record<Relation, readonly [Tone, string]>> = {
  NEW: ['good', 'plus'],
  REPEATS: ['neutral', 'clone'],
  REPLACES: ['warn', 'history'],
  REPLACED: ['neutral', 'history'],
  SAME: ['neutral', 'clone'],
  DISPUTED: ['bad', 'exclamation-triangle'],
  OVERLAPS: ['warn', 'exclamation-triangle'],
};

const KINDS: Readonly<Record<Change['kind'], readonly [Tone, string]>> = {
  ADDED: ['good', 'plus'],
  REMOVED: ['bad', 'minus'],
  CHANGED: ['warn', 'pencil'],
  POSSIBLE_DUPLICATE: ['warn', 'clone'],
};

export function StatementPreview({ statement }: { statement: PreviewedStatement }) {
  const words = useLabels(previewLabels);
  const columns = useLabels(labels);
  const versions = useLabels(versionLabels);
  const figures = useLabels(uploadLabels);
  const { numberFormat } = useNotation();
  const { relation, changes, currency, link } = statement;
  const name = statement.name ?? words.unnamed;
  const [tone, icon] = RELATIONS[relation];
  return (
    <article
      className="t-strip t-preview"
      aria-label={`${words.statement(name)} ${statement.account}`}
    >
      <div className="t-strip-line">
        <div className="t-strip-who">
          <strong>
            <AccountName number={statement.account} />
          </strong>
          <span className="g-sub">
            {words.statement(name)} · <DateText value={statement.from} />
            {statement.to && statement.to !== statement.from && (
              <>
                {' '}
                – <DateText value={statement.to} />
              </>
            )}
            {statement.periodSource && ` · ${versions[`period_${statement.periodSource}`]}`}
          </span>
        </div>
        <dl className="t-figures">
          <div>
            <dt>{columns.opening}</dt>
            <dd>
              <Balance amount={statement.opening} currency={currency} />
            </dd>
          </div>
          <div>
            <dt>{columns.closing}</dt>
            <dd>
              <Balance amount={statement.closing} currency={currency} />
            </dd>
          </div>
        </dl>
        <div className="t-strip-checks">
          {currency && <span className="g-currency">{currency}</span>}
          <Tag tone={tone} icon={icon}>
            {words[relation]}
          </Tag>
          <ChainTag statement={{ link, currency, previousClosing: statement.previousClosing }} />
        </div>
      </div>
      <p>
        {words[`why${relation}`](statement.other ? words.other(statement.other) : words.another)}
      </p>
      {link === 'GAP' && <p className="t-gap">{words.gapHelp}</p>}
      <ul className="t-preview-figures" aria-label={figures.resultOf(words.statement(name))}>
        <li className="g-muted">
          {figures.readEntries(formatCount(statement.read, numberFormat))}
        </li>
        {FIGURES.filter((figure) => statement[figure] > 0).map((figure) => (
          <li key={figure}>{figures[figure](formatCount(statement[figure], numberFormat))}</li>
        ))}
      </ul>
      {changes.length === 0 ? (
        <p className="g-muted">{words.noChanges}</p>
      ) : (
        <ChangeTable caption={words.changes(name)} changes={changes} />
      )}
      {changes.length >= MOST_CHANGES && (
        <p className="g-muted">{words.onlyFirst(formatCount(changes.length, numberFormat))}</p>
      )}
    </article>
  );
}

function Balance({ amount, currency }: { amount: string | null; currency: string | null }) {
  return amount === null ? <NoValue /> : <AmountText amount={amount} currency={currency} />;
}

function ChangeTable({ caption, changes }: { caption: string; changes: readonly Change[] }) {
  const words = useLabels(versionLabels);
  const { POSSIBLE_DUPLICATE } = useLabels(previewLabels);
  return (
    <div className="g-table-frame t-changes">
      <table className="g-table t-details">
        <caption className="g-sr">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{words.change}</th>
            <th scope="col">{words.entry}</th>
            <th scope="col" className="g-cell-number">
              {words.before}
            </th>
            <th scope="col" className="g-cell-number">
              {words.now}
            </th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change, index) => {
            const { kind, amount, amountBefore, currency } = change;
            const [tone, icon] = KINDS[kind];
            const before = kind === 'REMOVED' ? amount : amountBefore;
            return (
              <tr key={index}>
                <td data-label={words.change}>
                  <Tag tone={tone} icon={icon}>
                    {kind === 'POSSIBLE_DUPLICATE' ? POSSIBLE_DUPLICATE : words[kind]}
                  </Tag>
                </td>
                <td data-label={words.entry}>
                  <strong>{change.counterparty ?? change.text ?? <NoValue />}</strong>
                  <span className="g-sub">
                    <DateText value={change.day} />
                    {change.counterparty && change.text && ` · ${change.text}`}
                  </span>
                </td>
                <td data-label={words.before} className="g-cell-number">
                  {before === null ? (
                    <NoValue />
                  ) : (
                    <del>
                      <MoneyText signed value={{ amount: before, currency }} />
                    </del>
                  )}
                </td>
                <td data-label={words.now} className="g-cell-number">
                  {kind === 'REMOVED' ? (
                    <NoValue />
                  ) : (
                    <MoneyText signed value={{ amount, currency }} />
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
