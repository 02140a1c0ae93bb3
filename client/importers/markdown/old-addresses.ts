import { unique } from './fields.ts';
import { addressIn } from './permalinks.ts';
import { permalinkStyles, type SiteConfig } from './site-config.ts';
import type { SourcePost } from './source-post.ts';

/**
 * Adds the address that a post had in its generator to its old paths, unless its front matter names one.
 *
 * @param pattern instead of that of the configuration
 * @throws Error with one sentence for an unknown token in the pattern of the post or the configuration
 */
export function addOldAddress(post: SourcePost, config: SiteConfig | undefined, pattern?: string): void {
  const own = post.permalink === undefined ? undefined : (permalinkStyles[post.permalink] ?? post.permalink);
  const ofSite = pattern ?? config?.permalinks[post.facts.sections[0] ?? ''] ?? config?.permalinks[''];
  const isPage = pattern === undefined && post.kind === 'page' && config?.file.startsWith('_config.') === true;
  const others = isPage ? pagePatterns(post) : [ofSite].filter((one) => one !== undefined);
  const wanted = own === undefined ? (post.hasAddress ? [] : others) : [own];
  const language = pattern === undefined && post.facts.language ? `/${post.facts.language}` : '';
  const addresses = wanted
    .map((one) => addressIn(language + one, post.facts))
    .filter((one) => one !== undefined && one !== '/');
  const paths = [...addresses, ...post.aliases].flatMap((path) => (path === undefined ? [] : withFolder(path)));
  const base = config?.url === undefined || !URL.canParse(config.url) ? '' : basePath(config.url);
  const withBase = base === '' ? [] : paths.filter((path) => !path.startsWith(`${base}/`)).map((path) => base + path);
  post.aliases = unique([...paths, ...withBase]);
}

/** Servers answer a folder with its `index.html`. */
function withFolder(path: string): string[] {
  const folder = path.replace(/\/index\.html?$/, '/');
  return folder === path ? [path] : [folder, path];
}

/** Pages of Jekyll and Hexo are at the path of their file, which servers answer without `.html` as well. */
function pagePatterns({ facts }: SourcePost): string[] {
  return facts.fileName === 'index' ? ['/:sections/:name/'] : ['/:sections/:name.html', '/:sections/:name/'];
}

function basePath(url: string): string {
  return new URL(url).pathname.replace(/(?<!\/)\/+$/, '');
}
