import { siteFonts, type SiteFontName } from '../../../../shared/site-fonts.ts';

type Weight = 400 | 700;

/** Lengths in ems. `width` is that of the average letter of Latin text, from the metrics of Capsize (`xWidthAvg`). */
interface Measures {
  ascent: number;
  descent: number;
  width: Record<Weight, number>;
}

const measures: Record<SiteFontName, Measures> = {
  'source-serif-4': { ascent: 1.036, descent: 0.335, width: { 400: 0.479, 700: 0.494 } },
  literata: { ascent: 1.177, descent: 0.308, width: { 400: 0.48, 700: 0.512 } },
  inter: { ascent: 0.9688, descent: 0.2412, width: { 400: 0.4775, 700: 0.4922 } },
  'source-sans-3': { ascent: 1.024, descent: 0.4, width: { 400: 0.418, 700: 0.443 } },
};

/** Fonts of readers' devices; those of a kind have almost the same widths. */
const onDevices = {
  serif: { names: ['Times New Roman', 'Liberation Serif'], width: { 400: 0.4063, 700: 0.4326 } },
  sans: { names: ['Arial', 'Liberation Sans', 'Roboto'], width: { 400: 0.4458, 700: 0.48 } },
} as const;

/** The family that replaces a font until it is loaded. */
export function substituteOf(font: SiteFontName): string {
  return `${siteFonts[font].family} substitute`;
}

/**
 * The `@font-face` rule of a substitute: a font of the device, made as wide and as high as the one to come, so that the
 * text hardly moves when that is there (CSS Fonts 5, `size-adjust`).
 *
 * @param letters the `unicode-range`
 */
export function substituteFace(font: SiteFontName, weight: Weight, letters: string): string {
  const { ascent, descent, width } = measures[font];
  const device = onDevices[siteFonts[font].kind];
  const scale = width[weight] / device.width[weight];
  const names = device.names.map((name) => `local("${name}${weight === 700 ? ' Bold' : ''}")`);
  return (
    `@font-face{font-family:"${substituteOf(font)}";font-weight:${weight};src:${names.join(',')};` +
    `size-adjust:${percent(scale)};ascent-override:${percent(ascent / scale)};` +
    `descent-override:${percent(descent / scale)};line-gap-override:0%;unicode-range:${letters}}`
  );
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(2))}%`;
}
