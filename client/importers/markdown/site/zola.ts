import { asciiSlug } from '../ascii-slug.ts';
import { scalarText, readTable, textField, readTexts, type Fields } from '../fields.ts';
import { plainFileName, contentFolders, postName } from '../file-path.ts';
import { parseGlob } from './globs.ts';
import type { ConfigFile, SiteConfig } from './site-config.ts';

/** Whether a configuration is that of Zola, which has the same name as one of Hugo. */
export function isZola({ path, fields }: ConfigFile): boolean {
  return (path === 'config.toml' || path === 'zola.toml') && 'base_url' in fields;
}

/** Reads the configuration of Zola. */
export function zolaSite({ path: file, fields }: ConfigFile): SiteConfig {
  const main = textField(fields['default_language']) ?? 'en';
  const languages = new Set(Object.keys(readTable(fields['languages'])));
  const ignored = readTexts(fields['ignored_content']).map(parseGlob);
  const slugify = readTable(fields['slugify']);
  const slugs: Slugs = {
    slugOf: strategies[textField(slugify['paths']) ?? (fields['slugify_paths'] === false ? 'off' : 'on')] ?? asciiSlug,
    keepsDates: slugify['paths_keep_dates'] === true,
  };
  return {
    generator: 'zola',
    file,
    url: textField(fields['base_url']),
    timeZone: undefined,
    permalinks: { '': '/:sections/:slugorcontentbasename/' },
    showsFuture: true,
    roots: ['content/'],
    hasBundles: true,
    isGuess: false,
    rulesOf(path) {
      const inside = path.replace(/^content\//, '');
      const [, stem = '', suffix = '', end = ''] = /^(.*)\.([^./]+)(\.[^./]+)$/.exec(inside) ?? [];
      const isTranslation = languages.has(suffix) || (suffix !== '' && suffix !== main && isBundle(stem, suffix));
      const language = isTranslation ? suffix : main;
      const placed = isTranslation ? stem + end : inside;
      const isIgnored = ignored.some(
        (glob) => glob.test(inside) || glob.test(inside.slice(inside.lastIndexOf('/') + 1)),
      );
      return {
        path: placed,
        language,
        prefix: language === main ? '' : `/${language}`,
        pattern: '/:zola_path/',
        tokensOf: ({ fields: own }) => zolaPath(placed, scalarText(own['slug']), slugs),
        needsNoDate: true,
        inherited: [],
        leftOut: isIgnored ? `${file} ignores it.` : undefined,
      };
    },
  };
}

interface Slugs {
  slugOf: (name: string) => string | undefined;
  /** Whether a date in a name is a part of the address. */
  keepsDates: boolean;
}

/** What Zola makes of names, by `slugify.paths`. */
const strategies: Record<string, Slugs['slugOf']> = {
  on: asciiSlug,
  safe: (name) => name.replace(/(?<![ .])[ .]+$/, '').replace(/[<>:"/\\|?*]/g, ''),
  off: (name) => name,
};

/** The path of a page: the folders as they are, and its slug. @param path below the content */
function zolaPath(path: string, slug: string | undefined, { slugOf, keepsDates }: Slugs): ReadonlyMap<string, string> {
  const ofFile = keepsDates ? datedNameOf(path) : postName(path);
  const last = slugOf(slug ?? ofFile);
  return new Map(last === undefined ? [] : [['zola_path', [...contentFolders(path), last].join('/')]]);
}

function datedNameOf(path: string): string {
  const name = plainFileName(path);
  return name === 'index' ? (path.split('/').at(-2) ?? name) : name;
}

function isBundle(stem: string, suffix: string): boolean {
  return /(?:^|\/)index$/.test(stem) && /^[a-z]{2,3}(?:-[a-z]{2,4})?$/i.test(suffix);
}

/** Fields of Zola that keep a page from the public. */
export function hiddenByZola(fields: Fields): string | undefined {
  return fields['render'] === false ? 'The front matter says render: false.' : undefined;
}
