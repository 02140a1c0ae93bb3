import { readTable, textOf, readTexts, type Fields } from '../fields.ts';
import { parseGlob } from './globs.ts';
import type { ConfigFile, SiteConfig } from './site-config.ts';

/** The folders and the name of the file, without a date before it. */
const PATTERN = '/:zola_path/';

/** Whether a configuration is that of Zola, which has the same name as one of Hugo. */
export function isZola({ path, fields }: ConfigFile): boolean {
  return (path === 'config.toml' || path === 'zola.toml') && 'base_url' in fields;
}

/** Reads the configuration of Zola. */
export function zolaSite({ path: file, fields }: ConfigFile): SiteConfig {
  const main = textOf(fields['default_language']) ?? 'en';
  const languages = new Set(Object.keys(readTable(fields['languages'])));
  const ignored = readTexts(fields['ignored_content']).map(parseGlob);
  const keepsNames =
    textOf(readTable(fields['slugify'])['paths']) ?? (fields['slugify_paths'] === false ? 'off' : 'on');
  const pattern = keepsNames === 'on' ? PATTERN : '/:sections/:slugorcontentbasename/';
  return {
    generator: 'zola',
    file,
    url: textOf(fields['base_url']),
    timeZone: undefined,
    permalinks: { '': '/:sections/:slugorcontentbasename/' },
    showsFuture: true,
    roots: ['content/'],
    hasBundles: true,
    isGuess: false,
    rulesOf(path) {
      const inside = path.replace(/^content\//, '');
      const [, stem = '', suffix = '', end = ''] = /^(.*)\.([^./]+)(\.[^./]+)$/.exec(inside) ?? [];
      const isTranslation = languages.has(suffix) || suffix === main || (suffix !== '' && isBundle(stem, suffix));
      const language = isTranslation ? suffix : main;
      const isIgnored = ignored.some(
        (glob) => glob.test(inside) || glob.test(inside.slice(inside.lastIndexOf('/') + 1)),
      );
      return {
        path: isTranslation ? stem + end : inside,
        language,
        prefix: language === main ? '' : `/${language}`,
        pattern,
        needsNoDate: true,
        inherited: [],
        leftOut: isIgnored ? `${file} ignores it.` : undefined,
      };
    },
  };
}

function isBundle(stem: string, suffix: string): boolean {
  return /(?:^|\/)index$/.test(stem) && /^[a-z]{2,3}(?:-[a-z]{2,4})?$/i.test(suffix);
}

/** Fields of Zola that keep a page from the public. */
export function hiddenByZola(fields: Fields): string | undefined {
  return fields['render'] === false ? 'The front matter says render: false.' : undefined;
}
