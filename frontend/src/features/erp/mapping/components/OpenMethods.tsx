/** Payment methods that payments wait for: what points to a product, and taking it with one click. */
import { listed, useLabels, wordFor } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { Button, Icon, NoValue, Tag } from '@/ui';
import { useInLanguage } from '../../words';
import { openMethods, type Ground, type Method } from '../ground';
import { labels } from '../labels';

export interface Wanted {
  method: string;
  target?: string;
}

export function OpenMethods({
  ground,
  onMap,
}: {
  ground: Ground;
  onMap: (wanted: Wanted) => void;
}) {
  const words = useLabels(labels);
  const open = openMethods(ground);
  if (open.length === 0)
    return ground.erpMethods.methods.length > 0 ? (
      <p className="g-notice g-tone-good">
        <Icon name="check-circle" /> {words.allMapped}
      </p>
    ) : null;
  return (
    <section className="g-card em-open">
      <h2>
        {words.openMethods} <Tag tone="warn">{open.length}</Tag>
      </h2>
      <p className="g-muted">{words.openMethodsText}</p>
      <div className="g-table-frame">
        <table className="g-table">
          <caption className="g-sr">{words.openMethods}</caption>
          <thead>
            <tr>
              <th scope="col">{words.method}</th>
              <th scope="col">{words.use}</th>
              <th scope="col">{words.suggestion}</th>
              <th scope="col">
                <span className="g-sr">{words.acts}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {open.map((method) => (
              <MethodRow key={method.nativeId} method={method} onMap={onMap} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Of a method without a mapping this goes without saying. */
const OF_COURSE = 'no_mapping';

function MethodRow({ method, onMap }: { method: Method; onMap: (wanted: Wanted) => void }) {
  const words = useLabels(labels);
  const tell = useInLanguage();
  const mayChange = useMay('erp.change');
  const { suggestion } = method;
  return (
    <tr>
      <td data-label={words.method}>
        <strong>{method.code || method.nativeId}</strong>
        <span className="g-sub">
          {[method.name === method.code ? '' : method.name, method.currency]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </td>
      <td data-label={words.use}>
        {words.payments(method.payments)}
        <span className="g-sub">{words.suppliers(method.suppliers)}</span>
        {method.held > 0 && (
          <Tag tone="warn" icon="pause">
            {words.held(method.held)}
          </Tag>
        )}
      </td>
      <td data-label={words.suggestion}>
        {suggestion ? (
          <>
            {words[suggestion.target]}
            <span className="g-sub">
              {words.because(listed(suggestion.reasons.map(({ code }) => wordFor(words, code))))}
            </span>
          </>
        ) : (
          <span className="g-muted">{words.noSuggestion}</span>
        )}
        {method.needs
          .filter(({ code }) => code !== OF_COURSE || method.state !== 'UNMAPPED')
          .map((need) => (
            <span key={need.code} className="g-sub em-need">
              {tell(need.text)}
            </span>
          ))}
      </td>
      <td>
        {mayChange ? (
          <span className="g-actions">
            {suggestion && (
              <Button
                small
                icon="check"
                onClick={() => onMap({ method: method.nativeId, target: suggestion.target })}
              >
                {words.take}
                <span className="g-sr"> {method.code}</span>
              </Button>
            )}
            <Button small look="quiet" onClick={() => onMap({ method: method.nativeId })}>
              {words.map}
              <span className="g-sr"> {method.code}</span>
            </Button>
          </span>
        ) : (
          <NoValue />
        )}
      </td>
    </tr>
  );
}

/** Methods that nothing is paid with: told, and out of the way. */
export function OtherMethods({ ground }: { ground: Ground }) {
  const words = useLabels(labels);
  const others = ground.erpMethods.methods.filter(({ state }) => state === 'UNUSED');
  if (others.length === 0) return null;
  return (
    <details className="g-muted">
      <summary>{words.otherMethods(others.length)}</summary>
      <p>{others.map(({ code, name }) => [code, name].filter(Boolean).join(' · ')).join('; ')}</p>
    </details>
  );
}
