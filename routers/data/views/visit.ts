import type { ViewKind } from '../../../entities/view-statistics.ts';

/** What the statistics keep of a view: nothing that tells who it was. */
export interface Visit {
  /** Whether a program says that it is one; it is not in the statistics. */
  isBot: boolean;
  /** The register of the visitor (`sketch.ts`); null if the visitor is not to be counted. */
  register: number | null;
  /** The host that linked to the page. */
  referrer: string | null;
  /** The utm_source of the URL. */
  source: string | null;
  /** Two letters of ISO 3166. */
  country: string | null;
  device: 'desktop' | 'mobile' | 'tablet';
}

/** Pages that are not posts. */
export const countedPages = ['home', 'archive', 'list'] as const;
export type CountedPage = (typeof countedPages)[number];

/** What anybody can make up, and what is therefore limited in number. */
export const FREE_KINDS = ['referrer', 'source'] as const satisfies readonly ViewKind[];

/** Stands for all values above the limits. */
export const OTHER = 'other';
