import { readFile } from 'node:fs/promises';

import { siteFonts, type SiteFontName } from '../../../../shared/site-fonts.ts';
import { VERSION } from '../../../../shared/version.ts';
import { makeFile, type File } from '../../../http/files.ts';
import { isPackaged, packageFile } from '../../../process/package-files.ts';
import { substituteFace } from './font-substitutes.ts';

const weights = [400, 700] as const;
const stylesOf = (font: SiteFontName) =>
  siteFonts[font].hasItalics ? (['normal', 'italic'] as const) : (['normal'] as const);

/** The letters of each file, as Google Fonts and Fontsource divide them (unicode.json of the packages). */
const subsets = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  'latin-ext':
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
} as const;

type Subset = keyof typeof subsets;

/** A file of a package of Fontsource: `inter/files/inter-latin-400-normal.woff2`. */
interface FontFile {
  font: SiteFontName;
  /** The name of the file. */
  name: string;
}

/** All font files, and where the package of the font has its licence. */
export const fontFiles: readonly FontFile[] = (Object.keys(siteFonts) as SiteFontName[]).flatMap((font) =>
  (Object.keys(subsets) as Subset[]).flatMap((subset) =>
    weights.flatMap((weight) => stylesOf(font).map((style) => ({ font, name: fileName(font, subset, weight, style) }))),
  ),
);

const PREFIX = '/assets/fonts/';

/**
 * The `@font-face` rules of a font and of its substitute, in which a text is shown until the font is loaded.
 *
 * @param isForHeadings whether only headings have it, which are bold
 */
export function fontFaces(font: SiteFontName, isForHeadings: boolean): string {
  const needed = isForHeadings ? [700 as const] : weights;
  const faces = (Object.keys(subsets) as Subset[]).flatMap((subset) =>
    needed.flatMap((weight) =>
      stylesOf(font).map(
        (style) =>
          `@font-face{font-family:"${siteFonts[font].family}";font-weight:${weight};${style === 'italic' ? 'font-style:italic;' : ''}font-display:swap;` +
          `src:url(${urlOf(fileName(font, subset, weight, style))});unicode-range:${subsets[subset]}}`,
      ),
    ),
  );
  return [...faces, ...needed.map((weight) => substituteFace(font, weight, subsets.latin))].join('\n');
}

/** The URL of a file in a style sheet in the folder of the assets, wherever the site lies. It changes with each version. */
function urlOf(name: string): string {
  return `fonts/${name}?v=${VERSION}`;
}

/** The path of the file with Latin letters, as in the style sheet, so that a page can load it at once. */
export function latinFile(font: SiteFontName, weight: (typeof weights)[number]): string {
  return `/assets/${urlOf(fileName(font, 'latin', weight, 'normal'))}`;
}

/** Finds font files by path; each is read at its first request. */
export function openFonts(): (path: string) => Promise<File> | undefined {
  const known = new Map(fontFiles.map((file) => [PREFIX + file.name, file]));
  const loaded = new Map<string, Promise<File>>();
  return (path) => {
    const file = known.get(path);
    if (!file) return undefined;
    const loading = loaded.get(path) ?? load(file);
    loaded.set(path, loading);
    loading.catch(() => loaded.delete(path));
    return loading;
  };
}

/** The place of a file: in the published package beside the other files of the site, otherwise in that of Fontsource. */
export function fontPlace({ font, name }: FontFile): URL {
  if (isPackaged) return packageFile(`client/site/fonts/${name}`);
  return new URL(name, import.meta.resolve(`@fontsource/${font}/files/${name}`));
}

async function load(file: FontFile): Promise<File> {
  return makeFile(file.name, await readFile(fontPlace(file)), 'by version');
}

function fileName(font: SiteFontName, subset: Subset, weight: number, style: string): string {
  return `${font}-${subset}-${weight}-${style}.woff2`;
}
