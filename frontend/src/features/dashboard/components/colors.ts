/** The theme's colours as a canvas understands them, and the hatching that tells outgoing from incoming without hue. */

export interface Palette {
  ink: string;
  text: string;
  card: string;
  grid: string;
  zero: string;
  shade: string;
  line: string;
  incoming: string;
  outgoing: string;
  outgoingFaint: string;
  font: string;
}

/** The colours in force on the page. */
export function paletteNow(): Palette {
  const probe = document.createElement('span');
  // Where motion is reduced every change of colour still takes an instant, in which the old one is read.
  probe.style.setProperty('transition', 'none', 'important');
  document.body.append(probe);
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  // A theme may derive a colour in any colour space; drawn once, it comes out as plain channels.
  const plain = (variable: string, alpha = 1) => {
    probe.style.color = `var(${variable})`;
    const computed = getComputedStyle(probe).color;
    if (!context) return computed;
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = computed;
    context.fillRect(0, 0, 1, 1);
    const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
    return `rgba(${red}, ${green}, ${blue}, ${alpha})`;
  };
  const palette: Palette = {
    ink: plain('--g-muted'),
    text: plain('--g-text'),
    card: plain('--g-card'),
    grid: plain('--g-text', 0.08),
    zero: plain('--g-text', 0.45),
    shade: plain('--g-text', 0.08),
    line: plain('--h-line'),
    incoming: plain('--h-in'),
    outgoing: plain('--h-out'),
    outgoingFaint: plain('--h-out', 0.16),
    font: getComputedStyle(document.body).fontFamily,
  };
  probe.remove();
  return palette;
}

const TILE = 6;

/** Slanted stripes: told from a solid bar by anyone, and in print. */
export function hatching(stripe: string, ground: string): CanvasPattern | string {
  const tile = document.createElement('canvas');
  tile.width = TILE;
  tile.height = TILE;
  const context = tile.getContext('2d');
  if (!context) return stripe;
  context.fillStyle = ground;
  context.fillRect(0, 0, TILE, TILE);
  context.strokeStyle = stripe;
  context.lineWidth = 2;
  context.beginPath();
  for (const shift of [-TILE, 0, TILE]) {
    context.moveTo(shift - 1, TILE + 1);
    context.lineTo(shift + TILE + 1, -1);
  }
  context.stroke();
  return context.createPattern(tile, 'repeat') ?? stripe;
}
