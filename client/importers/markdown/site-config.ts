import { lowerCased, tableOf, textOf, textsOf, type Fields } from './fields.ts';
import { parseFields, type Format } from './front-matter.ts';
import { hidingIn } from './sections.ts';

/** How a generator makes the addresses of posts, from its configuration. */
export interface SiteConfig {
  /** The file that it was read from. */
  file: string;
  /** The URL of the blog; undefined if it says none. */
  url?: string | undefined;
  /** Permalink patterns by the first folder of a post; "" stands for every other folder. */
  permalinks: Record<string, string>;
  /** The posts to which it gives fields that hide them; absent if there are none. */
  hides?: Hides[];
  /** Folders of posts that Hugo takes in place of `content/`, or for a language; absent if it names none. */
  contentFolders?: string[];
  /** The IANA name of the time zone in which times without an offset are; absent if it says none. */
  timeZone?: string;
}

const NAMES = /^(?:(?:config\/_default\/)?(?:hugo|config)\.(toml|ya?ml|json)|_config\.(ya?ml|toml))$/;
const PROGRAMS = /^(?:\.eleventy|eleventy\.config|astro\.config)\.[cm]?[jt]s$/;

interface Hides {
  isIn: (file: string) => boolean;
  reason: string;
}

/** Whether a file is the configuration of Jekyll, Hexo, Hugo, Zola, Eleventy or Astro. */
export function isSiteConfig(path: string): boolean {
  return NAMES.test(path) || PROGRAMS.test(path);
}

/** Whether a folder with a file `index.md` is one page: in Hugo and Zola. */
export function hasBundles(config: SiteConfig | undefined): boolean {
  return config !== undefined && !config.file.startsWith('_config.') && !PROGRAMS.test(config.file);
}

/** The configuration of a site with a folder `_posts` that has none: the defaults of Hexo or Jekyll. */
export function defaultConfig(isHexo: boolean): SiteConfig {
  return { file: '_config.yml', permalinks: isHexo ? hexo({}) : jekyll({}) };
}

/**
 * Reads the configuration of a generator. The default pattern of the generator stands for one that is not declared.
 *
 * @throws Error with one sentence if it cannot be parsed
 */
export function siteConfigOf(file: string, text: string): SiteConfig {
  if (PROGRAMS.test(file)) return ofProgram(file, text);
  const fields = lowerCased(parseFields(formats[file.slice(file.lastIndexOf('.') + 1)] ?? 'yaml', text));
  const url = ['url', 'baseurl', 'base_url']
    .map((name) => textOf(fields[name]))
    .find((one) => /^https?:/.test(one ?? ''));
  const timeZone = knownTimeZone(textOf(fields['timezone']));
  const hides = [...cascadeOf(file, fields), ...defaultsOf(file, fields)];
  const others = { ...(timeZone !== undefined && { timeZone }), ...(hides.length > 0 && { hides }) };
  if (!file.startsWith('_config.')) {
    const contentFolders = contentFoldersIn(fields);
    return {
      file,
      url,
      permalinks: 'base_url' in fields ? { '': ZOLA } : hugo(fields),
      ...(contentFolders.length > 0 && { contentFolders }),
      ...others,
    };
  }
  const isHexo = ['source_dir', 'new_post_name', 'skip_render', 'post_asset_folder', 'per_page', 'deploy'].some(
    (name) => name in fields,
  );
  const base = textOf(fields[isHexo ? 'root' : 'baseurl']) ?? '';
  const isInUrl = url !== undefined && URL.canParse(url) && new URL(url).pathname.length > 1;
  return {
    file,
    url: url === undefined || isInUrl ? url : url.replace(/(?<!\/)\/+$/, '') + `/${base}`.replace(/\/{2,}/g, '/'),
    permalinks: isHexo ? hexo(fields) : jekyll(fields),
    ...others,
  };
}

/** Hugo: the `contentDir` of the site and those of its languages. */
function contentFoldersIn(fields: Fields): string[] {
  const tables = [fields, ...Object.values(tableOf(fields['languages'])).map((one) => lowerCased(tableOf(one)))];
  const folders = tables.flatMap(({ contentdir }) => textOf(contentdir) ?? []);
  return folders.map((folder) => `${folder.replace(/^(?:\.?\/)+|(?<!\/)\/+$/g, '')}/`);
}

/** Hugo: fields for all pages, or for those of a kind or path; a pattern counts up to its first sign. */
function cascadeOf(file: string, { cascade }: Fields): Hides[] {
  return hidingIn([cascade].flat()).flatMap(({ fields, reason }) => {
    const { kind, path } = lowerCased(tableOf(fields['target'] ?? fields['_target']));
    const [start = ''] = /^[^*?[{]*/.exec(textOf(path) ?? '') ?? [];
    const isIn = (one: string) =>
      /(?:^|\/)content\//.test(one) && `/${one.replace(/^.*?\bcontent\//, '')}`.startsWith(start);
    return kind === undefined || kind === 'page' ? [{ isIn, reason: `${file} has a cascade. ${reason}` }] : [];
  });
}

/** Jekyll: fields for files below a path, of all types, or only of posts or pages. */
function defaultsOf(file: string, { defaults }: Fields): Hides[] {
  return (Array.isArray(defaults) ? defaults : []).map(tableOf).flatMap(({ scope, values }) => {
    const { path, type } = tableOf(scope);
    const [start = ''] = /^[^*?[{]*/.exec((textOf(path) ?? '').replace(/^\/+/, '')) ?? [];
    const isIn = (one: string) =>
      one.startsWith(start) && (type === undefined || (type === 'posts') === /(?:^|\/)_posts\//.test(one));
    return hidingIn([values]).map(({ reason }) => ({ isIn, reason: `${file} has defaults. ${reason}` }));
  });
}

/** The folders and the name of the file; Zola leaves out a date before it. */
const BY_FOLDER = '/:sections/:slugorfilename/';
const ZOLA = '/:sections/:slugorcontentbasename/';
const ELEVENTY = '/:filepathstem/';

/** The configuration of Eleventy or Astro is a program, which is not run; Astro's contains the URL as a text. */
function ofProgram(file: string, text: string): SiteConfig {
  const [, url] = /\bsite\s*:\s*["'`](https?:\/\/[^"'`\s]+)/.exec(text) ?? [];
  return { file, url, permalinks: { '': file.startsWith('astro') ? BY_FOLDER : ELEVENTY } };
}

function knownTimeZone(name: string | undefined): string | undefined {
  try {
    return name && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

const formats: Record<string, Format> = { toml: 'toml', json: 'json' };

function hexo({ permalink }: Fields): Record<string, string> {
  // Hexo's title is the path of the file below `_posts`.
  return { '': (textOf(permalink) ?? ':year/:month/:day/:title/').replace(/:title\b/g, ':sections/:title') };
}

/** Jekyll's names of patterns. */
export const permalinkStyles: Record<string, string> = {
  date: '/:categories/:year/:month/:day/:title.html',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title.html',
  none: '/:categories/:title.html',
};

function jekyll({ permalink }: Fields): Record<string, string> {
  const own = textOf(permalink) ?? 'date';
  return { '': permalinkStyles[own] ?? own };
}

/** Hugo's patterns are by section; `[permalinks.page]` holds those of pages since 0.115. */
function hugo({ permalinks }: Fields): Record<string, string> {
  const table = tableOf(permalinks);
  const entries = Object.entries({ ...table, ...tableOf(table['page']) }).flatMap(([section, pattern]) =>
    textsOf(typeof pattern === 'string' ? hugoTitle(pattern) : []).map((text): [string, string] => [section, text]),
  );
  return { '': BY_FOLDER, ...Object.fromEntries(entries) };
}

/** In Hugo, `:title` is that of the post, and `:slug` falls back to it. */
function hugoTitle(pattern: string): string {
  return pattern.replace(/:title\b/g, ':post_title').replace(/:slug\b/g, ':slugorposttitle');
}
