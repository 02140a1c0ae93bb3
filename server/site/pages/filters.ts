import type { Liquid } from 'liquidjs';

import { VERSION } from '../../../shared/version.ts';
import { plainText } from '../../../shared/plain-text.ts';
import { directionOfHtml, directionOfText } from '../../../shared/text-direction.ts';
import { formatNumber } from '../../../shared/formats.ts';
import { authorPath, namePath, postPath } from '../../process/paths.ts';
import { linkUrls } from '../render/link-urls.ts';
import { formatDate, formatDateTime } from './formats.ts';
import { translate, type Locale } from '../locales.ts';

/** The language of the page that is being rendered. */
export interface Language {
  locale: Locale;
  /** The language tag of the site, for date formats. */
  language: string;
}

type Named = [name: string, value: unknown];

/** Adds the filters of Octavo's templates; docs/themes.md describes them. */
export function addFilters(engine: Liquid): void {
  // A message: {{ 'comments.count' | t: count: 3 }}
  engine.registerFilter('t', function (key: string, ...values: Named[]) {
    return translate(languageOf(this).locale, key, Object.fromEntries(values));
  });
  engine.registerFilter('day', function (date: string) {
    return formatDate(languageOf(this).language, date);
  });
  engine.registerFilter('moment', function (date: string) {
    return formatDateTime(languageOf(this).language, date);
  });
  engine.registerFilter('number', function (value: number) {
    return formatNumber(languageOf(this).language, value);
  });
  // The URL changes with the version, so that browsers can cache the file for ever.
  engine.registerFilter('asset', (name: string) => `/assets/${name}?v=${VERSION}`);
  engine.registerFilter('post_path', postPath);
  engine.registerFilter('tag_path', (name: string) => namePath('tag', name));
  engine.registerFilter('category_path', (name: string) => namePath('category', name));
  engine.registerFilter('author_path', authorPath);
  engine.registerFilter('direction', directionOfHtml);
  engine.registerFilter('text_direction', directionOfText);
  engine.registerFilter('plain', (text: string) => plainText(text));
  engine.registerFilter('linked', (text: string) => linkUrls(text));
  // JSON inside a script element, which "<" could end.
  engine.registerFilter('script_json', (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c'));
}

function languageOf(filter: { context: { globals: object } }): Language {
  return filter.context.globals as Language;
}
