import { sha1 } from '@noble/hashes/legacy.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

import { scalarText, readTable, textField, readTexts, withoutAccents, type Fields } from '../fields.ts';
import { isToken } from '../permalinks.ts';
import { localToUtc, readTimestamp } from '../timestamps.ts';
import { folderPath, parseGlob } from './globs.ts';
import { withBase } from './jekyll.ts';
import {
  knownTimeZone,
  findUrl,
  type ConfigFile,
  type FileRules,
  type SiteConfig,
  type TokenSource,
} from './site-config.ts';

/** Whether a `_config.yml` is that of Hexo, and not that of Jekyll. */
export function isHexo({ fields }: ConfigFile): boolean {
  const own = ['source_dir', 'public_dir', 'new_post_name', 'skip_render', 'post_asset_folder', 'per_page', 'deploy'];
  return own.some((name) => name in fields);
}

/** Reads the configuration of Hexo. */
export function hexoSite({ path: file, fields }: ConfigFile): SiteConfig {
  const root = folderPath(textField(fields['source_dir']) ?? 'source');
  const skipped = readTexts(fields['skip_render']).map(parseGlob);
  const excluded = readTexts(fields['exclude']).map(parseGlob);
  const ignored = readTexts(fields['ignore']).map(parseGlob);
  const included = readTexts(fields['include']).map(parseGlob);
  const pattern = textField(fields['permalink']) ?? ':year/:month/:day/:title/';
  return {
    generator: 'hexo',
    file,
    url: withBase(findUrl([fields['url']]), textField(fields['root']) ?? ''),
    timeZone: knownTimeZone(fields['timezone']),
    permalinks: { '': pattern },
    showsFuture: fields['future'] !== false,
    roots: [root],
    hasBundles: false,
    isGuess: false,
    rulesOf(path) {
      const inside = path.startsWith(root) ? path.slice(root.length) : path;
      const rules = rulesIn(inside, pattern);
      if (rules.isPage === false) rules.tokensOf = (post) => tokensOf(fields, rules.path, post);
      const is = (globs: RegExp[]) => globs.some((glob) => glob.test(inside));
      if (is(included) && rules.isPage === undefined) rules.isPage = true;
      if (/[A-Z]/.test(path.slice(path.lastIndexOf('.'))))
        rules.leftOut = 'Hexo reads no file whose extension has capital letters.';
      else if (is(skipped)) rules.leftOut = `${file} has skip_render for it.`;
      else if (is(excluded)) rules.leftOut = `${file} excludes it.`;
      else if (ignored.some((glob) => glob.test(path))) rules.leftOut = `${file} ignores it.`;
      return rules;
    },
  };
}

function rulesIn(path: string, pattern: string): FileRules {
  const rules: FileRules = { path, language: '', prefix: '', pattern, inherited: [] };
  const [, inside] = /^_(?:posts|drafts)\/(.*)$/.exec(path) ?? [];
  if (inside !== undefined) return { ...rules, path: inside, isPage: false };
  const isHidden = path.split('/').some((name) => name.startsWith('_'));
  const ofPage = /(?:^|\/)index\.[^/]*$/.test(path) ? '/:page_path/' : '/:page_path/:basename.html';
  return { ...rules, pattern: ofPage, ...(!isHidden && { isPage: true, isShown: path.includes('/') }) };
}

/** The values of tokens that Hexo has from its configuration and the fields of a post. @param path below `_posts` */
function tokensOf(config: Fields, path: string, { title, fields }: TokenSource) {
  const slug = slugOf(config, path.replace(/\.[^./]+$/, ''));
  const ofFields = Object.entries({ ...readTable(config['permalink_defaults']), ...fields }).flatMap(
    ([name, value]) => {
      const text = isToken(name) ? undefined : scalarText(value);
      return text === undefined ? [] : [[name.toLowerCase(), text] as const];
    },
  );
  const seconds = secondsOf(fields['date'], knownTimeZone(config['timezone']));
  return new Map([
    ...ofFields,
    ...(seconds === undefined
      ? []
      : ([
          ['timestamp', seconds],
          ['hash', hexoHash(slug + seconds)],
        ] as const)),
    ['title', slug],
    ['name', slug.slice(slug.lastIndexOf('/') + 1)],
    ['post_title', slugized(title).toLowerCase()],
    ['category', categoryOf(config, fields['categories'] ?? fields['category'])],
  ]);
}

/**
 * The title of a post in its address: the path of the file, or what follows the date in its name. A path that has no such
 * date is made plain.
 */
function slugOf({ new_post_name: name }: Fields, path: string): string {
  if (!/:(?:i_)?(?:year|month|day)/.test(textField(name) ?? '')) return path;
  return /^\d{4}-\d{1,2}-\d{1,2}-(.+)$/.exec(path)?.[1] ?? slugized(path);
}

/** The last one of several categories, with those above it: a list of names is one category below another. */
function categoryOf(config: Fields, value: unknown): string {
  const values: unknown[] = [value].flat();
  const path = values.some(Array.isArray) ? [values.at(-1)].flat() : values;
  const renamed = readTable(config['category_map']);
  const cases: Record<string, (text: string) => string> = {
    1: (text) => text.toLowerCase(),
    2: (text) => text.toUpperCase(),
  };
  const inCase = cases[String(config['filename_case'])] ?? ((text) => text);
  const names = path.map(scalarText).filter((name) => name !== undefined);
  const slugs = names.map((name) => inCase(slugized(scalarText(renamed[name]) ?? name)));
  return slugs.join('/') || (textField(config['default_category']) ?? 'uncategorized');
}

/** In Hexo, the time of a date in UTC is one in the time zone of the site, even if the date has an offset. */
function secondsOf(date: unknown, timeZone: string | undefined): string | undefined {
  const { at, local = at?.slice(0, 19) } = readTimestamp(date) ?? {};
  if (local === undefined) return undefined;
  return String(Math.floor(Date.parse(timeZone === undefined ? local : localToUtc(timeZone, local)) / 1000));
}

function hexoHash(text: string): string {
  return bytesToHex(sha1(utf8ToBytes(text))).slice(0, 12);
}

/** As Hexo makes a part of an address from a text. */
function slugized(text: string): string {
  return withoutAccents(text)
    .replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'<>,.?/]+/g, '-')
    .replace(/^-|-$/g, '');
}
