/** The chart as a picture and its figures as a file, to send on or keep. */
import { formatDate } from '@/kernel/dates';
import { saveBlob } from '@/kernel/http';
import { useLabels } from '@/kernel/i18n';
import { useNotation } from '@/kernel/preferences';
import { Button, notify } from '@/ui';
import { daysAsCsv, fileName, saveCsv } from '../csv';
import { absences, labels, legendOf } from '../labels';
import { graphName, type Day, type Graph } from '../series';
import type { Drawing } from './chartConfiguration';

export function AccountFiles({
  graph,
  days,
  drawing,
}: {
  graph: Graph;
  days: readonly Day[];
  drawing: Drawing;
}) {
  const words = useLabels(labels);
  const { numberFormat, dateFormat } = useNotation();
  const name = graphName(graph);
  const saveDays = () => {
    const text = daysAsCsv(graph, days, { ...words, absences: absences(words) }, numberFormat);
    saveCsv(text, fileName(graph, days, 'csv'));
  };
  const savePicture = async () => {
    try {
      const { chartPicture } = await import('./picture');
      const period = [days[0], days.at(-1)]
        .map((day) => formatDate(day?.date ?? '', dateFormat))
        .join(' – ');
      const picture = await chartPicture(drawing, name, [
        graph.currency,
        period,
        ...legendOf(days, words),
      ]);
      if (!picture) throw new Error(name);
      saveBlob(picture, fileName(graph, days, 'png'));
    } catch {
      notify({ severity: 'error', title: words.pngOf(name), text: words.pngFailed });
    }
  };
  return (
    <div className="g-actions h-files">
      <Button
        small
        look="quiet"
        icon="image"
        aria-label={words.pngOf(name)}
        onClick={() => void savePicture()}
      >
        {words.png}
      </Button>
      <Button small look="quiet" icon="download" aria-label={words.csvOf(name)} onClick={saveDays}>
        {words.csv}
      </Button>
    </div>
  );
}
