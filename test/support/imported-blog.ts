import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { importFolder } from '../../client/cli/import-folder.ts';
import { createBlogClient } from '../../client/index.ts';
import type { BrokenLink } from './crawler.ts';

/** 745 posts of a real blog in Markdown, which lie beside the project; null where they do not. */
export function realBlog(): string | null {
  return existsSync(folder) ? folder : null;
}

/** What to say where they do not. */
export const NO_REAL_BLOG = 'no ../shared/data/rust-blog, the posts of a real blog';

/**
 * Takes the posts into a service, as `octavo import markdown` does.
 *
 * @returns how many there are
 */
export async function importRealBlog(url: string, token: string): Promise<number> {
  const silent = { at: () => undefined, stop: () => undefined };
  const client = createBlogClient({ url, token });
  const report = await importFolder(client, folder, { dryRun: false, start: () => silent });
  const [refused] = report.refused;
  if (refused) throw new Error(`${refused.file} was refused: ${refused.reason}`);
  return report.new;
}

/**
 * Tells what the writers of posts answer for from what the site does: a link to what was never part of the posts, which
 * the text of the post itself has. A place within the same page is the site's to provide.
 */
export async function tellApart(
  url: string,
  broken: readonly BrokenLink[],
): Promise<{ ofWriters: BrokenLink[]; ofSite: BrokenLink[] }> {
  const client = createBlogClient({ url });
  const ids = new Set(broken.flatMap(({ page }) => idOf(page) ?? []));
  const texts = new Map<string, string>();
  for (const id of ids) texts.set(id, (await client.posts.get({ id })).post.content);
  const isWritten = ({ page, target }: BrokenLink) => {
    const text = texts.get(idOf(page) ?? '') ?? '';
    return !target.startsWith('#') && (text.includes(target) || text.includes(decodeURI(target)));
  };
  return { ofWriters: broken.filter(isWritten), ofSite: broken.filter((link) => !isWritten(link)) };
}

function idOf(page: string): string | undefined {
  const id = /^\/posts\/([^/?]+)/.exec(page)?.[1];
  return id === undefined ? undefined : decodeURIComponent(id);
}

const folder = fileURLToPath(new URL('../../../shared/data/rust-blog/content', import.meta.url));
