import { readChoice, readPageNumber, readTexts } from '../ui/search-values.ts';

/** The query parameters of the screen. */
export interface SubscribersSearch {
  page?: number;
  search?: string;
  state?: (typeof states)[number];
}

/** The states of subscribers. */
export const states = ['confirmed', 'pending'] as const;

/** Parses the query parameters; invalid values are ignored. */
export function subscribersSearch(values: Record<string, unknown>): SubscribersSearch {
  return { ...readPageNumber(values), ...readTexts(values, ['search']), ...readChoice(values, 'state', states) };
}
