/**
 * Colours as numbers: reading them from a stylesheet, laying one over another, measuring the
 * contrast that WCAG 2.2 asks for, and moving one away from another in OKLCH, where a step of
 * lightness looks like a step. Knows nothing of themes.
 */

/** Red, green and blue from 0 to 1, and how opaque. */
export interface Colour {
  r: number;
  g: number;
  b: number;
  alpha: number;
}

const HEX = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i;
const FUNCTION = /^(rgb|hsl)a?\(([^)]+)\)$/;

/** Read a colour as themes write it. */
export function readColour(text: string): Colour {
  const hex = HEX.exec(text.trim())?.[1];
  if (hex) {
    const whole = hex.length === 3 ? hex.replaceAll(/./g, '$&$&') : hex;
    const [r = 0, g = 0, b = 0] = [0, 2, 4].map(
      (at) => Number.parseInt(whole.slice(at, at + 2), 16) / 255,
    );
    return { r, g, b, alpha: 1 };
  }
  const parts = FUNCTION.exec(text.trim());
  if (!parts) throw new Error(`not a colour: ${text}`);
  const [x = 0, y = 0, z = 0, alpha = 1] = (parts[2] ?? '')
    .split(/[ ,/]+/)
    .map((part) => Number.parseFloat(part));
  return parts[1] === 'rgb'
    ? { r: x / 255, g: y / 255, b: z / 255, alpha }
    : { ...fromHsl(x, y / 100, z / 100), alpha };
}

function fromHsl(hue: number, saturation: number, lightness: number): Omit<Colour, 'alpha'> {
  const channel = (n: number) => {
    const k = (n + hue / 30) % 12;
    return (
      lightness -
      saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1))
    );
  };
  return { r: channel(0), g: channel(8), b: channel(4) };
}

/** The colour as a stylesheet writes it; opaque. */
export function hexOf({ r, g, b }: Colour): string {
  return `#${[r, g, b]
    .map((channel) =>
      Math.round(channel * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** One colour over an opaque one; `share` as in `color-mix(in srgb, over share, under)`. */
export function over(above: Colour, below: Colour, share = above.alpha): Colour {
  const mix = (a: number, b: number) => a * share + b * (1 - share);
  return { r: mix(above.r, below.r), g: mix(above.g, below.g), b: mix(above.b, below.b), alpha: 1 };
}

const linear = (channel: number) =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
const curved = (channel: number) =>
  channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055;

/** Relative luminance, as WCAG defines it. */
export function luminance({ r, g, b }: Colour): number {
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

/** The contrast ratio of two opaque colours, 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [
    number,
    number,
  ];
  return (light + 0.05) / (dark + 0.05);
}

/** Lightness, and the two axes of hue, of Björn Ottosson's OKLab. */
function toOklab(colour: Colour): [number, number, number] {
  const [r, g, b] = [linear(colour.r), linear(colour.g), linear(colour.b)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromOklab(lightness: number, a: number, b: number): [number, number, number] {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** The same hue at another lightness; chroma gives way where the screen cannot show it. */
export function atLightness(colour: Colour, lightness: number): Colour {
  const [, a, b] = toOklab(colour);
  for (let chroma = 1; chroma >= 0; chroma -= 0.05) {
    const channels = fromOklab(lightness, a * chroma, b * chroma);
    if (chroma > 0.04 && channels.some((channel) => channel < -0.0005 || channel > 1.0005))
      continue;
    const [red, green, blue] = channels.map((channel) =>
      curved(Math.min(1, Math.max(0, channel))),
    ) as [number, number, number];
    return { r: red, g: green, b: blue, alpha: 1 };
  }
  return colour;
}

/** Darken (`-1`) or lighten (`1`) a colour step by step until it satisfies; black or white at the end. */
export function until(
  colour: Colour,
  direction: 1 | -1,
  satisfied: (candidate: Colour) => boolean,
): Colour {
  const [from] = toOklab(colour);
  for (let step = 0; step <= 200; step += 1) {
    const lightness = from + (direction * step) / 200;
    if (lightness < 0 || lightness > 1) break;
    // What is written is what is measured: the colour as its eight-bit hex.
    const candidate = readColour(hexOf(step === 0 ? colour : atLightness(colour, lightness)));
    if (satisfied(candidate)) return candidate;
  }
  return readColour(direction < 0 ? '#000000' : '#ffffff');
}
