import { textField, readTexts, unique } from './fields.ts';
import { fillPermalink, urlize } from './permalinks.ts';
import type { SourcePost } from './source-post.ts';
import { isByFolder } from './site/hugo.ts';
import { localToUtc } from './timestamps.ts';
import { permalinkStyles } from './site/jekyll.ts';
import type { FileRules, Generator, SiteConfig } from './site/site-config.ts';

/** A post with what the configuration of its site says of it. */
interface Placed {
  post: SourcePost;
  rules: FileRules;
  /** The time zone of the configuration. */
  timeZone?: string | undefined;
}

/**
 * The addresses that a post had in its generator: the one of its front matter, else that of the configuration; then its
 * aliases. Each is there also below the base path of the site.
 *
 * @param pattern instead of that of the configuration
 * @returns paths from the root of the host, and whether the first is the post's own address
 * @throws Error with one sentence for an unknown token in the pattern of the post or the configuration
 */
export function oldAddresses(
  placed: Placed,
  config: SiteConfig | undefined,
  pattern?: string,
): { paths: string[]; isKnown: boolean } {
  const { post, rules } = placed;
  const own =
    config && pattern === undefined
      ? ownOf[config.generator]({ ...placed, timeZone: config.timeZone })
      : ofAnyFile(placed, pattern);
  const first = own.filter((path) => path !== '/').flatMap(withFolder);
  const aliases = aliasesOf(post).flatMap((alias) => {
    const path = absolute(alias, config?.generator === 'hugo' ? own[0] : undefined);
    if (config?.generator === 'jekyll') return withoutEnd(path);
    return rules.isUgly ? uglyPath(path) : path;
  });
  const all = [...first, ...aliases.filter((path) => path !== '/').flatMap(withFolder)];
  const base = config?.url === undefined || !URL.canParse(config.url) ? '' : basePath(config.url);
  const below = base === '' ? [] : all.filter((path) => !path.startsWith(`${base}/`)).map((path) => base + path);
  const isOwn = first.length > 0 && (config?.isGuess !== true || pattern !== undefined || declared(post) !== undefined);
  return { paths: unique([...all, ...below]).filter((path) => path !== rules.prefix), isKnown: isOwn };
}

type OwnAddresses = (placed: Placed) => string[];

/** In Hugo, a URL without a file extension is a folder; the language is in front of it. */
const hugo: OwnAddresses = ({ post, rules: { prefix, pattern, isUgly } }) => {
  const url = textField(post.fields['url']);
  if (url !== undefined) {
    const path = absolute(url);
    const inLanguage = prefix === '' || path.startsWith(`${prefix}/`) ? [path] : [prefix + path, path];
    return inLanguage.map((one) => (one.includes('.') || one.endsWith('/') ? one : `${one}/`));
  }
  // Hugo counts a post without a date as one of the first day.
  const expanded = fillPermalink(pattern, { ...post.facts, date: post.facts.date ?? '0001-01-01' });
  if (expanded === undefined) return [];
  // It decodes what a pattern of its configuration gives, in which a plus sign is a space.
  const path = isByFolder(pattern) ? expanded : urlize(expanded.replaceAll('+', ' '), post.facts.keepsCase);
  return [prefix + (isUgly ? uglyPath(path) : path)];
};

function uglyPath(path: string): string {
  return path.endsWith('.html') ? path : `${path.replace(/(?<!\/)\/+$/, '')}.html`;
}

/** A path of the front matter is complete; that of a file is below its language. */
const zola: OwnAddresses = ({ post, rules: { prefix, pattern, tokensOf } }) => {
  const path = textField(post.fields['path']);
  if (path !== undefined) return [`${absolute(path).replace(/(?<!\/)\/+$/, '')}/`];
  const ofFile = fillPermalink(pattern, post.facts, tokensOf?.(post));
  return ofFile === undefined ? [] : [prefix + ofFile];
};

/** Servers answer a file of Jekyll with and without `.html`. */
const jekyll: OwnAddresses = ({ post, rules: { pattern, isPage } }) => {
  const permalink = textField(post.fields['permalink']);
  const path = fillPermalink(jekyllPattern(permalink ?? pattern, isPage), post.facts);
  return path === undefined ? [] : isPage || !path.endsWith('.html') ? withoutEnd(path) : [path];
};

/** `:path` is the folder of a page, and the path of a document of a collection. */
function jekyllPattern(pattern: string, isPage = false): string {
  return pattern.replace(/:name\b/g, ':jekyll_name').replace(/:path\b/g, isPage ? ':page_path' : ':collection_path');
}

/**
 * Without a time zone in the configuration, the day of a time with an offset is that of the machine which built the site:
 * most do so in UTC, and others where the author lives.
 */
const onBothDays = (addresses: OwnAddresses): OwnAddresses => {
  return (placed) => {
    const { post } = placed;
    const { created } = post.facts;
    if (placed.timeZone !== undefined || created === undefined || post.local.created_at !== undefined)
      return addresses(placed);
    const facts = { ...post.facts, date: created.slice(0, 10) };
    return unique([...addresses({ ...placed, post: { ...post, facts } }), ...addresses(placed)]);
  };
};

/** A post may have been built on a machine in UTC, where its day is another one than in the time zone of its site. */
const hexo: OwnAddresses = ({ post, rules: { pattern, isPage, tokensOf }, timeZone }) => {
  const permalink = textField(post.fields['permalink']);
  if (permalink !== undefined) return withoutEnd(absolute(permalink));
  const own = tokensOf?.(post);
  const { date, created } = post.facts;
  const time = created?.slice(11, 19);
  const inUtc =
    timeZone === undefined || date === undefined
      ? []
      : [localToUtc(timeZone, `${date}T${time || '00:00:00'}`).slice(0, 10)];
  const paths = [date, ...inUtc].map((day) => fillPermalink(pattern, { ...post.facts, date: day }, own));
  return unique(paths.filter((path) => path !== undefined)).flatMap((path) => (isPage ? withoutEnd(path) : [path]));
};

const docusaurus: OwnAddresses = ({ post, rules: { pattern, tokensOf } }) => {
  const slug = textField(post.fields['slug']);
  const isPost = pattern.startsWith('/blog/');
  if (slug !== undefined && isPost) return [`/blog/${slug.replace(/^\/+/, '')}`];
  const isAbsolute = slug?.startsWith('/') === true;
  return [isAbsolute ? slug : fillPermalink(pattern, post.facts, tokensOf?.(post))].filter(
    (path) => path !== undefined,
  );
};

const anyFile: OwnAddresses = (placed) => ofAnyFile(placed, undefined);

/** Of the fields that other generators read, Eleventy reads `permalink` only. */
const eleventy: OwnAddresses = ({ post, rules }) =>
  anyFile({ rules, post: post.fields['permalink'] === undefined ? { ...post, declaredPaths: [] } : post });

const ownOf: Record<Generator, OwnAddresses> = {
  hugo,
  zola,
  jekyll: onBothDays(jekyll),
  hexo: onBothDays(hexo),
  docusaurus,
  eleventy,
  astro: anyFile,
};

/** The address that the front matter declares in one of the forms of generators, else the one of a pattern. */
function ofAnyFile({ post, rules }: Placed, pattern: string | undefined): string[] {
  const own = post.permalink === undefined ? undefined : (permalinkStyles[post.permalink] ?? post.permalink);
  const given = declared(post);
  if (own === undefined && given !== undefined) return [given];
  const known = own ?? pattern ?? (rules.pattern === '' ? undefined : rules.pattern);
  const language = pattern === undefined && post.facts.language ? `/${post.facts.language}` : '';
  const path = known === undefined ? undefined : fillPermalink(language + known, post.facts, rules.tokensOf?.(post));
  return path === undefined ? [] : [path];
}

/** The address in the front matter, where it is no pattern. */
function declared({ declaredPaths: [path] }: SourcePost): string | undefined {
  return path;
}

function aliasesOf({ fields }: SourcePost): string[] {
  return ['aliases', 'redirect_from', 'alias'].flatMap((name) => readTexts(fields[name]));
}

/** A path from the root. @param page the address to which Hugo's aliases are relative */
function absolute(written: string, page?: string): string {
  const text = written.trim();
  const path = /^https?:/i.test(text) && URL.canParse(text) ? new URL(text).pathname : text.replace(/[?#][^]*/, '');
  if (path.startsWith('/') || page === undefined) return `/${path.replace(/^\/+/, '')}`;
  const folder = page
    .replace(/(?<!\/)\/+$/, '')
    .split('/')
    .slice(0, -1);
  for (const segment of path.split('/')) {
    if (segment === '..') folder.pop();
    else if (segment !== '.') folder.push(segment);
  }
  return `/${folder.join('/').replace(/^\/+/, '')}`;
}

function withoutEnd(path: string): string[] {
  if (path.endsWith('/')) return [path];
  const stem = path.replace(/\.html$/, '');
  return /\.[a-z]+$/.test(stem) ? [path] : unique([path, stem, `${stem}.html`]);
}

/** Servers answer a folder with its `index.html`. */
function withFolder(path: string): string[] {
  const folder = path.replace(/\/index\.html?$/, '/');
  return folder === path ? [path] : [folder, path];
}

function basePath(url: string): string {
  return new URL(url).pathname.replace(/(?<!\/)\/+$/, '');
}
