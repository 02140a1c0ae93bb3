import type { Liquid } from 'liquidjs';

import { VERSION } from '../../shared/version.ts';
import { plainText } from '../../shared/plain-text.ts';
import { formatNumber } from '../../shared/formats.ts';
import { postPath } from '../paths.ts';
import { formatDay, formatMoment } from './formats.ts';
import { translate, type Locale } from '../locales.ts';

/** What filters know of the page that is being written. */
export interface Language {
  locale: Locale;
  /** The site's own language tag, by which dates are written. */
  language: string;
}

type Named = [name: string, value: unknown];

/** Adds the filters of Octavo's templates; docs/themes.md describes them. */
export function addFilters(engine: Liquid): void {
  // A message: {{ 'comments.count' | t: count: 3 }}
  engine.registerFilter('t', function (key: string, ...values: Named[]) {
    return translate(languageOf(this).locale, key, Object.fromEntries(values));
  });
  // As people of the site's language write it.
  engine.registerFilter('day', function (moment: string) {
    return formatDay(languageOf(this).language, moment);
  });
  engine.registerFilter('moment', function (moment: string) {
    return formatMoment(languageOf(this).language, moment);
  });
  engine.registerFilter('number', function (value: number) {
    return formatNumber(languageOf(this).language, value);
  });
  // A new release gives a new address, so that browsers keep the file for ever.
  engine.registerFilter('asset', (name: string) => `/assets/${name}?v=${VERSION}`);
  engine.registerFilter('post_path', postPath);
  engine.registerFilter('tag_path', (name: string) => `/tags/${encodeURIComponent(name)}`);
  engine.registerFilter('category_path', (name: string) => `/categories/${encodeURIComponent(name)}`);
  engine.registerFilter('plain', (text: string) => plainText(text));
  // JSON inside of a script element, which "<" could end.
  engine.registerFilter('script_json', (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c'));
}

function languageOf(filter: { context: { globals: object } }): Language {
  return filter.context.globals as Language;
}
