/** A font family that is part of Octavo. All are under the SIL Open Font License 1.1. */
export interface SiteFont {
  family: string;
  kind: 'serif' | 'sans';
  /** Whether it has files for italics; otherwise the browser slants it, which saves 25 kB of a first load. */
  hasItalics: boolean;
}

/** The fonts that a site can choose, by the names of the settings. */
export const siteFonts = {
  'source-serif-4': { family: 'Source Serif 4', kind: 'serif', hasItalics: true },
  literata: { family: 'Literata', kind: 'serif', hasItalics: true },
  inter: { family: 'Inter', kind: 'sans', hasItalics: false },
  'source-sans-3': { family: 'Source Sans 3', kind: 'sans', hasItalics: true },
} as const satisfies Record<string, SiteFont>;

export type SiteFontName = keyof typeof siteFonts;

/** The values of the settings: `system` is a font of the reader's device. */
export const fontChoices = ['system', ...Object.keys(siteFonts)] as ['system', ...SiteFontName[]];
