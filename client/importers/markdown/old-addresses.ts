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
  const wanted = own ?? (post.hasAddress ? undefined : ofSite);
  const address = wanted === undefined ? undefined : addressIn(wanted, post.facts);
  const paths = address === undefined || address === '/' ? post.aliases : [address, ...post.aliases];
  const base = config?.url === undefined || !URL.canParse(config.url) ? '' : basePath(config.url);
  const withBase = base === '' ? [] : paths.filter((path) => !path.startsWith(`${base}/`)).map((path) => base + path);
  post.aliases = unique([...paths, ...withBase]);
}

function basePath(url: string): string {
  return new URL(url).pathname.replace(/\/+$/, '');
}
