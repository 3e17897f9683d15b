/** What an import came to, in figures: each that is not zero, leading to where it can be seen. */
import { Link } from 'react-router';
import type { UploadLineFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { duplicatesPath, journalPath, transactionsPath } from '@/kernel/paths';
import { useNotation } from '@/kernel/preferences';
import { labels } from '../labels';
import { FIGURES, type Counts, type Figure } from '../states';

interface ResultProps {
  upload: UploadLineFragment;
  counts: Counts;
}

/** New and confirmed entries stand among the transactions; what was known or replaced is told by the journal's statements. */
function placeOf(
  figure: Figure,
  { correlationId, fromDate, toDate }: UploadLineFragment,
): string | null {
  if (figure === 'possibleDuplicates') return duplicatesPath();
  if (figure === 'disputed') return duplicatesPath({ part: 'disputed' });
  if ((figure === 'new' || figure === 'confirmed') && fromDate && toDate)
    return transactionsPath({ from: fromDate, to: toDate });
  return correlationId && journalPath(correlationId, 'statement');
}

function useFigures({ upload, counts }: ResultProps) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  return FIGURES.filter((figure) => counts[figure] > 0).map((figure) => {
    const to = placeOf(figure, upload);
    const text = words[figure](formatCount(counts[figure], numberFormat));
    return { figure, shown: to ? <Link to={to}>{text}</Link> : text };
  });
}

/** In a row, below the state. */
export function ResultFigures(props: ResultProps) {
  const words = useLabels(labels);
  return (
    <ul className="u-figures" aria-label={words.resultOf(props.upload.name)}>
      {useFigures(props).map(({ figure, shown }) => (
        <li
          key={figure}
          className={
            figure === 'possibleDuplicates' || figure === 'disputed' ? 'u-doubted' : undefined
          }
        >
          {shown}
        </li>
      ))}
    </ul>
  );
}

/** In the detail panel, each with what it means. */
export function ResultTable(props: ResultProps) {
  const words = useLabels(labels);
  const figures = useFigures(props);
  if (figures.length === 0) return null;
  return (
    <section className="g-stack" aria-label={words.result}>
      <p className="u-heading">{words.result}</p>
      <dl className="u-result">
        {figures.map(({ figure, shown }) => (
          <div key={figure}>
            <dt>{shown}</dt>
            <dd className="g-muted">{words[`${figure}Help`]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
