import { inChunks } from '../../shared/chunks.ts';
import type { TakeIn } from './import-posts.ts';
import { normalAddress } from './markdown/source-links.ts';

/** The maximum number of comments in a call. */
const CHUNK = 100;

/**
 * Finds where threads of comments belong here: the page of a comment site, by its URL; else a post of this blog by the path
 * of the URL, which may be a former one of the post, else by its last segment, which may be the id of the post. An id that
 * matches several paths is not used.
 *
 * @param urls of the threads, absolute or from the root of the site
 * @returns references as comments of an import have them; threads that belong to nothing here are absent
 */
export async function postsOfThreads(takeIn: TakeIn, urls: readonly string[]): Promise<Map<string, string>> {
  const valid = urls.filter((url) => URL.canParse(url, 'https://own'));
  const known = await existing(takeIn, new Set(valid.flatMap(pathsOf)));
  const found = new Map<string, string>();
  for (const url of valid) {
    const path = pathsOf(url).find((one) => known.has(one));
    if (path !== undefined) found.set(url, path);
  }
  const others = Map.groupBy(
    valid.filter((url) => !found.has(url)),
    postOfId,
  );
  const unique = [...others].filter(([, sharing]) => new Set(sharing.map(threadAddress)).size === 1);
  const ids = await existing(takeIn, new Set(unique.map(([post]) => post)));
  for (const [post, sharing] of unique) if (ids.has(post)) for (const url of sharing) found.set(url, post);
  return found;
}

/** Those references that name a post: a dry run refuses comments of others. */
async function existing(takeIn: TakeIn, references: ReadonlySet<string>): Promise<Set<string>> {
  const found = new Set<string>();
  for (const chunk of inChunks([...references], CHUNK)) {
    const comments = chunk.map((post) => ({ sourceKey: `probe:${post}`, post, author: '?', content: '?' }));
    const answer = await takeIn({ comments, dryRun: true });
    for (const [index, post] of chunk.entries()) if (answer.comments[index]?.outcome !== 'refused') found.add(post);
  }
  return found;
}

/** A URL, its path as it is, and in the form in which addresses are compared. */
function pathsOf(url: string): string[] {
  const { pathname } = new URL(url, 'https://own');
  return [...(URL.canParse(url) ? [url] : []), pathname, threadAddress(url)].filter((path) => path !== '');
}

function threadAddress(url: string): string {
  return normalAddress(new URL(url, 'https://own').pathname);
}

/** The path here of the post whose id is the last segment. */
function postOfId(url: string): string {
  return `/posts/${threadAddress(url).split('/').at(-1)}`;
}
