import { readTable, textField, readTexts, readTruth, type Fields } from '../fields.ts';
import { folderPath, parseGlob, listPrefixes } from './globs.ts';
import {
  knownTimeZone,
  findUrl,
  type ConfigFile,
  type FileRules,
  type Inherited,
  type SiteConfig,
} from './site-config.ts';

/** Jekyll's names of patterns. */
export const permalinkStyles: Record<string, string> = {
  date: '/:categories/:year/:month/:day/:title.html',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title.html',
  weekdate: '/:categories/:year/W:week/:short_day/:title.html',
  none: '/:categories/:title.html',
};

/** Reads the configuration of Jekyll. */
export function jekyllSite({ path: file, fields }: ConfigFile): SiteConfig {
  const style = textField(fields['permalink']) ?? 'date';
  const root = folderPath(textField(fields['source']) ?? '');
  const collections = collectionsIn(fields, style);
  const excluded = [...EXCLUDED, ...readTexts(fields['exclude'])].map(excluderOf);
  const included = readTexts(fields['include']).map(matcherOf);
  const site: Site = {
    file,
    fields,
    style,
    folder: folderPath(textField(fields['collections_dir']) ?? ''),
    collections,
  };
  return {
    generator: 'jekyll',
    file,
    url: withBase(findUrl([fields['url']]), textField(fields['baseurl']) ?? ''),
    timeZone: knownTimeZone(fields['timezone']),
    permalinks: { '': permalinkStyles[style] ?? style },
    showsFuture: readTruth(fields['future']) === true,
    roots: [root],
    hasBundles: false,
    isGuess: false,
    rulesOf(path) {
      const inside = path.startsWith(root) ? path.slice(root.length) : path;
      const isIncluded = included.some((matches) => matches(inside));
      const rules = rulesIn(site, inside, isIncluded);
      if (!isIncluded && excluded.some((matches) => matches(inside))) rules.leftOut ??= `${file} excludes it.`;
      rules.inherited = defaultsFor(site, inside, collectionType(site, inside));
      return rules;
    },
  };
}

/** What Jekyll excludes by itself. */
const EXCLUDED = ['node_modules', 'vendor/bundle/', 'vendor/cache/', 'vendor/gems/', 'vendor/ruby/'];

/** The URL of a site with its base path. */
export function withBase(url: string | undefined, base: string): string | undefined {
  const isInUrl = url !== undefined && URL.canParse(url) && new URL(url).pathname.length > 1;
  if (url === undefined || isInUrl) return url;
  return url.replace(/(?<!\/)\/+$/, '') + `/${base}`.replace(/\/{2,}/g, '/');
}

/**
 * As Jekyll's EntryFilter: the beginning of a path, or a pattern whose `*` also stands for slashes, of the file or of a
 * folder that contains it.
 */
function excluderOf(entry: string): (path: string) => boolean {
  const begin = entry.replace(/^\.?\/+/, '');
  const glob = parseGlob(
    begin
      .replace(/(?<!\/)\/+$/, '')
      .replace(/\*+/g, '**')
      .replaceAll('?', '[^]'),
  );
  return (path) => path.startsWith(begin) || path === begin || listPrefixes(path).some((prefix) => glob.test(prefix));
}

/** A pattern, or the folder with the name. */
function matcherOf(entry: string): (path: string) => boolean {
  const plain = entry.replace(/^\.?\/+/, '');
  const glob = parseGlob(plain.replace(/(?<!\/)\/+$/, ''));
  const folder = folderPath(plain);
  return (path) => path.startsWith(folder) || listPrefixes(path).some((prefix) => glob.test(prefix));
}

interface Collection {
  output: boolean;
  /** The pattern that the configuration gives to it. */
  own: string | undefined;
  pattern: string;
}

interface Site {
  file: string;
  fields: Fields;
  style: string;
  /** The folder with the collections, with `/` at its end; "" for the root. */
  folder: string;
  collections: Map<string, Collection>;
}

function collectionsIn(fields: Fields, style: string): Map<string, Collection> {
  const { collections } = fields;
  const names = Array.isArray(collections) ? readTexts(collections) : Object.keys(readTable(collections));
  const ofName = (name: string) => readTable(Array.isArray(collections) ? {} : readTable(collections)[name]);
  return new Map(
    names.map((name) => {
      const { output, permalink } = ofName(name);
      const given = textField(permalink);
      const own = given === undefined ? undefined : collectionPattern(given, name);
      const pattern = own ?? `/${name}/:collection_path${endOf(style)}`;
      return [name, { output: readTruth(output) === true, own, pattern }] as const;
    }),
  );
}

function collectionPattern(pattern: string, name: string): string {
  return (permalinkStyles[pattern] ?? pattern)
    .replace(/:path\b/g, ':collection_path')
    .replace(/:name\b/g, ':jekyll_name')
    .replace(/:collection\b/g, name);
}

/** What follows the path of pages and documents: as the style for posts ends. */
function endOf(style: string): string {
  if (style === 'pretty' || style.endsWith('/')) return '/';
  return style in permalinkStyles || style.endsWith(':output_ext') ? '.html' : '';
}

/** The collection of a file, "posts" for posts and drafts, and "pages" for all others. */
function collectionType({ folder, collections }: Site, path: string): string {
  if (/(?:^|\/)_(?:posts|drafts)\//.test(path)) return 'posts';
  const inside = path.startsWith(folder) ? path.slice(folder.length) : path;
  const [, name = ''] = /^_([^/]+)\//.exec(inside) ?? [];
  return collections.has(name) ? name : 'pages';
}

/** A collection may have the name "pages". */
function isIn({ folder }: Site, path: string, type: string): boolean {
  return path.startsWith(`${folder}_${type}/`);
}

function rulesIn(site: Site, path: string, isIncluded: boolean): FileRules {
  const { file, collections, style, folder } = site;
  const type = collectionType(site, path);
  const collection = isIn(site, path, type) ? collections.get(type) : undefined;
  const rules: FileRules = { path, language: '', prefix: '', pattern: '', inherited: [] };
  if (type === 'posts') {
    const pattern = collections.get('posts')?.own ?? permalinkStyles[style] ?? style;
    const below = path.startsWith(folder) ? path.slice(folder.length) : path;
    const outside = path.startsWith(folder) ? undefined : `${file} has the posts in ${folder}.`;
    const leftOut = outside ?? unreadName(path.replace(/^.*?_(?:posts|drafts)\//, ''), isIncluded);
    return { ...rules, path: below, pattern: pattern.replace(/:name\b/g, ':jekyll_name'), isPage: false, leftOut };
  }
  if (collection) {
    const inside = path.slice(path.indexOf(`_${type}/`) + type.length + 2);
    const leftOut = collection.output
      ? unreadName(inside, isIncluded)
      : `${file} makes no pages of the collection ${type}.`;
    return {
      ...rules,
      path: inside,
      pattern: collection.pattern,
      isPage: false,
      isShown: true,
      needsNoDate: true,
      leftOut,
    };
  }
  const isHidden = path.split('/').some((name) => /^[_#~]/.test(name));
  const pattern = /(?:^|\/)index\.[^/]*$/.test(path) ? '/:page_path/' : `/:page_path/:basename${endOf(style)}`;
  return {
    ...rules,
    pattern,
    ...((!isHidden || isIncluded) && { isPage: true, isShown: isIncluded || path.includes('/') }),
  };
}

/** Why Jekyll does not read a file of posts or of a collection. @param path in the folder of these */
function unreadName(path: string, isIncluded: boolean): string | undefined {
  const isSpecial = /(?:^|\/)[._#~][^/]*$|^[._#~]|~$/.test(path);
  return isSpecial && !isIncluded
    ? 'Jekyll does not read it: its name begins with "_" or is that of a copy.'
    : undefined;
}

/** The fields for files below a path and of a type; those of longer paths are stronger. */
function defaultsFor({ file, fields }: Site, path: string, type: string): Inherited[] {
  const { defaults } = fields;
  return (Array.isArray(defaults) ? defaults : [])
    .map((one) => {
      const { scope, values } = readTable(one);
      const { path: below, type: ofType } = readTable(scope);
      return {
        below: (textField(below) ?? '').replace(/^\/+/, ''),
        type: textField(ofType),
        values: readTable(values),
      };
    })
    .filter((one) => (one.type === undefined || one.type === type) && isBelow(path, one.below))
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .map(({ values }) => ({ fields: values, source: `${file} has defaults.` }));
}

function rankOf({ below, type }: { below: string; type: string | undefined }): number {
  return below.length * 2 + (type === undefined ? 0 : 1);
}

function isBelow(path: string, below: string): boolean {
  if (below === '') return true;
  if (/[*?[{]/.test(below)) {
    const glob = parseGlob(below);
    return listPrefixes(path).some((prefix) => glob.test(prefix));
  }
  return path === below || path.startsWith(folderPath(below)) || path.replace(/\.[^./]+$/, '') === below;
}
