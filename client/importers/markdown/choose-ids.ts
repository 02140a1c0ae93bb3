import { postLengths } from '../../../shared/lengths.ts';
import { foldId, idPattern } from '../../../shared/post-id.ts';
import { reservedIds } from '../../../shared/reserved-ids.ts';

const MAX_LENGTH = postLengths.id;

/** A post that needs an id. */
interface Candidate {
  sourceKey: string;
  kind?: 'post' | 'page' | undefined;
  slug: string;
  date?: string | undefined;
}

/**
 * Chooses the id of every post of a folder. The result does not depend on the order of the posts:
 * 1. a post with a known source key keeps its id;
 * 2. a new post that is the only one to request a slug gets it, if it is free;
 * 3. if several new ones request the same slug, or another post has it, each gets its date as a prefix
 *    (`2024-02-04-name`; a post without a date gets the slug itself);
 * 4. ids that are still taken, and paths of the service for a page, get -2, -3 …, in the order of the source keys.
 * @param existing ids of the service's posts by source key
 * @param taken all ids of the service
 * @returns ids by source key
 */
export function chooseIds(
  posts: Candidate[],
  existing: ReadonlyMap<string, string>,
  taken: ReadonlySet<string>,
): Map<string, string> {
  const used = new Set([...taken, ...existing.values()]);
  const ids = new Map<string, string>();
  const give = (post: Candidate, id: string) => {
    ids.set(post.sourceKey, id);
    used.add(id);
  };
  for (const post of posts) {
    const known = existing.get(post.sourceKey);
    if (known !== undefined) give(post, known);
  }
  const fresh = posts.filter((post) => !existing.has(post.sourceKey)).toSorted(bySourceKey);
  const wanted = Map.groupBy(fresh, (post) => post.slug);
  const alone = fresh.filter((post) => wanted.get(post.slug)?.length === 1 && isFree(post, post.slug, used));
  for (const post of alone) give(post, post.slug);
  const tried = new Map<string, number>();
  for (const post of fresh) if (!ids.has(post.sourceKey)) give(post, firstFree(post, used, tried));
  return ids;
}

/**
 * The id for a file name or the end of a path: "Rust-1.88.0" → "rust-1-88-0". Letters of every script are kept, invalid
 * characters become a hyphen, and the guestbook's `gb-…` becomes `post-gb-…`; "" if nothing remains.
 */
export function toId(name: string): string {
  const folded = foldId(name);
  const id = idPattern.test(folded) ? folded : shortened(hyphened(folded), MAX_LENGTH);
  return id.startsWith('gb-') ? shortened(`post-${id}`, MAX_LENGTH) : id;
}

function hyphened(text: string): string {
  return text
    .replace(/\p{Default_Ignorable_Code_Point}+|['’]/gu, '')
    .replace(/[^\p{L}\p{M}\p{Nd}-]+/gu, '-')
    .replace(/^[-\p{M}]+|(?<!-)-+$/gu, '');
}

/** Whether a post can have an id: a page cannot have a path of the service. */
function isFree({ kind }: Candidate, id: string, used: ReadonlySet<string>): boolean {
  return !used.has(id) && !(kind === 'page' && reservedIds.has(id));
}

function dated({ kind, slug, date }: Candidate): string {
  if (kind === 'page' && reservedIds.has(slug)) return slug;
  return date && !slug.startsWith(date) ? shortened(`${date}-${slug}`, MAX_LENGTH) : slug;
}

/** @param tried the last number that was tried for an id: those below are taken */
function firstFree(post: Candidate, used: ReadonlySet<string>, tried: Map<string, number>): string {
  const id = dated(post);
  let free = id;
  let number = tried.get(id) ?? 1;
  while (!isFree(post, free, used)) {
    const suffix = `-${++number}`;
    free = shortened(id === 'gb' ? 'post-gb' : id, MAX_LENGTH - suffix.length) + suffix;
  }
  tried.set(id, number);
  return free;
}

function shortened(id: string, length: number): string {
  const points = [...id];
  return points.length > length
    ? points
        .slice(0, length)
        .join('')
        .replace(/(?<!-)-+$/, '')
    : id;
}

function bySourceKey(one: Candidate, other: Candidate): number {
  return one.sourceKey < other.sourceKey ? -1 : Number(one.sourceKey > other.sourceKey);
}
