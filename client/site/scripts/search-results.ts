import type { Translate } from '../../../shared/translate.ts';
import { plainText } from '../../../shared/plain-text.ts';
import { directionOfHtml, directionOfText } from '../../../shared/text-direction.ts';
import type { BlogOutputs } from '../../api/types.ts';
import { make } from './dom.ts';
import { service } from './service.ts';
import { pageLanguage } from './translations.ts';

export type Found = BlogOutputs['search']['site'];

/** The results in the markup of templates/search.liquid. */
export function resultList({ results }: Found): HTMLOListElement {
  return make('ol', { class: 'results' }, ...results.map(item));
}

/**
 * A link to all results, if there are more than shown.
 *
 * @param path of the page with all results
 */
export function linkToAll({ results, total }: Found, path: string, t: Translate): HTMLElement[] {
  if (total <= results.length) return [];
  return [make('p', {}, make('a', { href: path, 'data-all': '' }, t('search.all', { count: total })))];
}

/**
 * A link to a similar query, if there is one.
 *
 * @param pathOf the path of the page of a query
 */
export function linkToSuggestion(
  { suggestion }: Found,
  pathOf: (query: string) => string,
  t: Translate,
): HTMLElement[] {
  if (suggestion === undefined) return [];
  return [make('p', {}, make('a', { href: pathOf(suggestion) }, t('search.suggestion', { query: suggestion })))];
}

function item(result: Found['results'][number]): HTMLLIElement {
  const { kind, id, title, snippet } = result;
  const folder = kind === 'post' ? '/posts' : '';
  const link = make('a', { href: `${service.url}${folder}/${encodeURIComponent(id)}` }, title);
  const item = make('li', {}, make('h2', { dir: directionOfText(title) }, link));
  if (kind === 'post') item.append(meta(result));
  item.append(make('p', { dir: directionOfHtml(snippet) }, ...marked(snippet)));
  return item;
}

function meta({ title, date, category }: Found['results'][number]): HTMLParagraphElement {
  const meta = make('p', { class: 'meta', dir: directionOfText(title) }, make('time', { datetime: date }, day(date)));
  if (category !== '') meta.append(' ', make('span', {}, category));
  return meta;
}

/** Converts `<mark>` and entities in a snippet to nodes; never parses it as HTML. */
function marked(snippet: string): (Node | string)[] {
  const parts = snippet.split(/<\/?mark>/);
  return parts.map((part, at) => (at % 2 === 1 ? make('mark', {}, plainText(part)) : plainText(part)));
}

function day(date: string): string {
  const style = { dateStyle: 'long', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(pageLanguage(document.body), style).format(new Date(date));
}
