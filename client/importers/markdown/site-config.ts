import { lowerCased, tableOf, textOf, textsOf, type Fields } from './fields.ts';
import { parseFields, type Format } from './front-matter.ts';

/** How a generator makes the addresses of posts, from its configuration. */
export interface SiteConfig {
  /** The file that it was read from. */
  file: string;
  /** The URL of the blog; undefined if it says none. */
  url?: string | undefined;
  /** Permalink patterns by the first folder of a post; "" stands for every other folder. */
  permalinks: Record<string, string>;
}

const NAMES = /^(?:(?:config\/_default\/)?(?:hugo|config)\.(toml|ya?ml|json)|_config\.(ya?ml|toml))$/;

/** Whether a file is the configuration of Jekyll, Hexo, Hugo or Zola. */
export function isSiteConfig(path: string): boolean {
  return NAMES.test(path);
}

/**
 * Reads the configuration of a generator. The default pattern of the generator stands for one that is not declared.
 *
 * @throws Error with one sentence if it cannot be parsed
 */
export function siteConfigOf(file: string, text: string): SiteConfig {
  const fields = lowerCased(parseFields(formats[file.slice(file.lastIndexOf('.') + 1)] ?? 'yaml', text));
  const url = ['url', 'baseurl', 'base_url']
    .map((name) => textOf(fields[name]))
    .find((one) => /^https?:/.test(one ?? ''));
  if (!file.startsWith('_config.')) {
    return { file, url, permalinks: 'base_url' in fields ? { '': '/:sections/:slugorfilename/' } : hugo(fields) };
  }
  const isHexo = ['source_dir', 'new_post_name', 'skip_render', 'post_asset_folder', 'per_page', 'deploy'].some(
    (name) => name in fields,
  );
  const base = textOf(fields[isHexo ? 'root' : 'baseurl']) ?? '';
  const isInUrl = url !== undefined && URL.canParse(url) && new URL(url).pathname.length > 1;
  return {
    file,
    url: url === undefined || isInUrl ? url : url.replace(/\/+$/, '') + `/${base}`.replace(/\/{2,}/g, '/'),
    permalinks: isHexo ? hexo(fields) : jekyll(fields),
  };
}

const formats: Record<string, Format> = { toml: 'toml', json: 'json' };

function hexo({ permalink }: Fields): Record<string, string> {
  // Hexo's title is the name of the file, as in Jekyll.
  return { '': textOf(permalink) ?? ':year/:month/:day/:title/' };
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
  return { '': '/:sections/:slugorfilename/', ...Object.fromEntries(entries) };
}

/** In Hugo, `:title` is that of the post, and `:slug` falls back to it. */
function hugoTitle(pattern: string): string {
  return pattern.replace(/:title\b/g, ':post_title').replace(/:slug\b/g, ':slugorposttitle');
}
