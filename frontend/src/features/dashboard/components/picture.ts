/** A chart as a picture to send or print: the account, the days and the drawing on the theme's ground. */
import { Chart } from 'chart.js';
import { chartConfiguration, type Drawing } from './chartConfiguration';
import { paletteNow } from './colors';
// The chart registers the parts that Chart.js draws with.
import './BalanceChart';

const WIDTH = 1200;
const HEIGHT = 640;
const HEAD = 84;
const MARGIN = 28;
/** Twice the pixels, so that it stays sharp in print. */
const DENSITY = 2;

/** The picture as PNG bytes; null where the browser cannot make one. */
export async function chartPicture(
  drawing: Drawing,
  title: string,
  lines: readonly string[],
): Promise<Blob | null> {
  const palette = paletteNow();
  const sheet = Object.assign(document.createElement('canvas'), {
    width: WIDTH * DENSITY,
    height: HEIGHT * DENSITY,
  });
  const context = sheet.getContext('2d');
  if (!context) return null;
  const plot = Object.assign(document.createElement('canvas'), {
    width: WIDTH - 2 * MARGIN,
    height: HEIGHT - HEAD - MARGIN,
  });
  const configuration = chartConfiguration(drawing, palette, () => undefined);
  Object.assign(configuration.options ?? {}, {
    responsive: false,
    devicePixelRatio: DENSITY,
    events: [],
  });
  const chart = new Chart(plot, configuration);
  context.scale(DENSITY, DENSITY);
  context.fillStyle = palette.card;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = palette.text;
  context.font = `600 20px ${palette.font}`;
  context.fillText(title, MARGIN, 38);
  context.fillStyle = palette.ink;
  context.font = `13px ${palette.font}`;
  context.fillText(lines.join('   ·   '), MARGIN, 62);
  context.drawImage(plot, MARGIN, HEAD, WIDTH - 2 * MARGIN, HEIGHT - HEAD - MARGIN);
  chart.destroy();
  return new Promise((resolve) => sheet.toBlob(resolve, 'image/png'));
}
