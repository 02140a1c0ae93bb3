/** The colours that depend on the accent colour, for the light and the dark scheme. */
export interface AccentColors {
  accent: string;
  /** Text on the accent colour. */
  onAccent: string;
  /** A light background below text in the accent colour. */
  tint: string;
}

/** The accent colour in both schemes. */
export interface Accent {
  light: AccentColors;
  dark: AccentColors;
}

type Rgb = readonly [number, number, number];

/** The minimum contrast of text (WCAG 2.2, 1.4.3). */
const MIN_CONTRAST = 4.5;
/** The share of the accent colour in a tint. */
const TINT = { light: 0.1, dark: 0.16 };
/** By how much a colour comes closer to black or white with each attempt. */
const STEP = 0.02;

/** The backgrounds of text in client/site/styles/names.css: `--page` and `--raised`. */
const backgrounds = { light: ['#fdfcfa', '#f5f2ec'], dark: ['#171614', '#211f1c'] } as const;
const extremes = { light: '#000000', dark: '#ffffff' } as const;
const texts = { light: '#ffffff', dark: '#171614' } as const;

/**
 * The accent colour of both schemes, made darker or lighter where its contrast against the backgrounds of the site is
 * below 4.5:1.
 *
 * @param color such as `#2f5d50`
 */
export function accentOf(color: string): Accent {
  return { light: readable(color, 'light'), dark: readable(color, 'dark') };
}

/** The schemes in which a colour has too little contrast and is replaced by a darker or lighter one. */
export function adaptedSchemes(color: string): ('light' | 'dark')[] {
  const { light, dark } = accentOf(color);
  const wanted = color.toLowerCase();
  return [
    ...(light.accent === wanted ? [] : (['light'] as const)),
    ...(dark.accent === wanted ? [] : (['dark'] as const)),
  ];
}

/**
 * The contrast of two colours, from 1 to 21 (WCAG 2.2, "contrast ratio").
 *
 * @param one such as `#2f5d50`
 */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(rgbOf(one)), luminance(rgbOf(other))].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function readable(color: string, scheme: 'light' | 'dark'): AccentColors {
  const [page] = backgrounds[scheme];
  for (let share = 0; ; share += STEP) {
    const accent = mix(extremes[scheme], color, Math.min(1, share));
    const tint = mix(accent, page, TINT[scheme]);
    const isReadable = [...backgrounds[scheme], tint].every((back) => contrast(accent, back) >= MIN_CONTRAST);
    // Black and white are readable on all of them.
    if (isReadable || share >= 1) return { accent, onAccent: texts[scheme], tint };
  }
}

/** @param share of the first colour, from 0 to 1 */
function mix(one: string, other: string, share: number): string {
  const [first, second] = [rgbOf(one), rgbOf(other)];
  const channels = first.map((value, at) => Math.round(value * share + second[at]! * (1 - share)));
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function luminance(channels: Rgb): number {
  const [red = 0, green = 0, blue = 0] = channels.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function rgbOf(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
