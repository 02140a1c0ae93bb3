import { choiceIn, pageIn, textsIn } from '../ui/search-values.ts';

/** What the address bar says of the media. */
export interface MediaSearch {
  page?: number;
  search?: string;
  kind?: 'image' | 'video' | 'audio' | 'file';
}

/** What a link may lead to. */
export const kinds = ['image', 'video', 'audio', 'file'] as const;

/** Reads it; whatever fits nothing counts as absent. */
export function mediaSearch(values: Record<string, unknown>): MediaSearch {
  return { ...pageIn(values), ...textsIn(values, ['search']), ...choiceIn(values, 'kind', kinds) };
}
