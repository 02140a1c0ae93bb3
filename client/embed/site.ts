import type { BlogOutputs } from '../api/types.ts';
import { ask } from '../site/scripts/ask.ts';

/** What a thread needs to know of the service. */
export type Site = Pick<
  BlogOutputs['settings']['site'],
  'commentsEnabled' | 'commentMarkdown' | 'offersMail' | 'language'
> & {
  reactions?: Record<string, string>;
};

/** While it is unknown whether visitors may comment, the response to a comment tells. */
export const UNKNOWN: Site = { commentsEnabled: true, commentMarkdown: false, offersMail: false, language: 'en' };

/** Asks the service. */
export function askSite(): Promise<Site> {
  return ask<Site>('/api/site').catch(() => UNKNOWN);
}
