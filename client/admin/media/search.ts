import { readChoice, readPageNumber, readTexts } from '../ui/search-values.ts';

/** The query parameters of the screen. */
export interface MediaSearch {
  page?: number;
  search?: string;
  kind?: 'image' | 'video' | 'audio' | 'file';
  /** Only files that no post uses. */
  unused?: 1;
}

/** The kinds of files. */
export const kinds = ['image', 'video', 'audio', 'file'] as const;

/** Parses the query parameters; invalid values are ignored. */
export function mediaSearch(values: Record<string, unknown>): MediaSearch {
  return {
    ...readPageNumber(values),
    ...readTexts(values, ['search']),
    ...readChoice(values, 'kind', kinds),
    ...(Number(values['unused']) === 1 && { unused: 1 }),
  };
}
