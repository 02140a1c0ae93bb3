import { fileURLToPath } from 'node:url';
import { Liquid } from 'liquidjs';

import type { Settings } from '../../routers/settings/schemas.ts';
import { addFilters, type Language } from './filters.ts';
import { baseLanguage, localeFor } from '../locales.ts';
import { runInTurns } from './run-in-turns.ts';
import { themeScript } from './theme-script.ts';

/** What one page shows: the name of its template, and the values that docs/themes.md lists. */
export interface View {
  template: string;
  values: Record<string, unknown>;
}

/** Writes pages by templates. */
export interface Templates {
  /** The whole document; a long one in several turns of the event loop. */
  render(site: Settings, view: View): Promise<string>;
}

const defaultTheme = fileURLToPath(new URL('../../client/site/templates', import.meta.url));

/**
 * Opens the templates. Every value is escaped where it is written, unless a template says `| raw`.
 *
 * @param themeDir a folder whose templates go before the default ones of the same name; null for none
 */
export function openTemplates(themeDir: string | null): Templates {
  const engine = new Liquid({
    root: themeDir === null ? [defaultTheme] : [themeDir, defaultTheme],
    extname: '.liquid',
    outputEscape: 'escape',
    strictFilters: true,
    ownPropertyOnly: true,
    cache: true,
  });
  addFilters(engine);
  return {
    async render(site, { template, values }) {
      const { language } = site;
      const globals = { site: { ...site, direction: directionOf(language) }, language, locale: localeFor(language) };
      const scope = { theme_script: themeScript, ...values };
      // Not LiquidJS's own asynchronous mode: it makes a promise for each of thousands of small parts, twice the CPU time.
      const options = { globals: globals satisfies Language & object, sync: true };
      return (await runInTurns(engine._renderFile(template, scope, options))) as string;
    },
  };
}

const rightToLeft = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi']);

function directionOf(language: string): 'ltr' | 'rtl' {
  return rightToLeft.has(baseLanguage(language)) ? 'rtl' : 'ltr';
}
