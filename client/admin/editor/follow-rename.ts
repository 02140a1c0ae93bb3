import { readServerState, service } from './calls.ts';
import type { EditorDocument, Kind } from './document.ts';
import { areSame } from '../device/unsaved/fields.ts';

/** How many of the most recently changed posts are searched, and how many revisions of each. */
const SEARCHED_POSTS = 20;
const SEARCHED_REVISIONS = 50;

/**
 * Follows a post that was renamed elsewhere. If nothing else has changed, its new version becomes the base.
 *
 * @returns whether it was found
 * @throws BlogError while the service cannot be reached
 */
export async function followRename(document: EditorDocument): Promise<boolean> {
  const { kind, version: known, createdAt, base: last } = document.state();
  const id = (await idOfCreation(createdAt, kind)) ?? (await idOfVersion(known, { kind, title: last.title }));
  if (id === null) return false;
  const { held } = await readServerState(id, document.password);
  const { base, saved, fields, version, copyFrom } = document.state();
  const isSame = areSame({ ...held.base, slug: base.slug }, base) && held.copyFrom === copyFrom;
  const named = { base: { ...base, slug: id }, saved: { ...saved, slug: id }, fields: { ...fields, slug: id } };
  document.set({ ...named, id, version: isSame ? held.version : version });
  return true;
}

/**
 * Finds a post by the time at which it was created. Its versions may be gone, because autosaves replace each other.
 *
 * @returns null if there is none, or if several have that time, such as imported ones
 */
export async function idOfCreation(createdAt: string | null | undefined, kind: Kind): Promise<string | null> {
  if (createdAt == null) return null;
  const { posts } = await service.posts.all.query({ kind, sort: 'updated', pageSize: SEARCHED_POSTS });
  const found = posts.filter((post) => post.created_at === createdAt);
  return found.length === 1 ? found[0]!.id : null;
}

/**
 * Finds the post that has or had this version, which is unique across posts.
 *
 * @param of its kind, and its title, if known
 */
export async function idOfVersion(
  version: number,
  { kind, title }: { kind: Kind; title?: string },
): Promise<string | null> {
  const { posts } = await service.posts.all.query({ kind, sort: 'updated', pageSize: SEARCHED_POSTS });
  for (const post of posts) {
    if (post.version < version || (title !== undefined && post.title !== title)) continue;
    const { revisions } = await service.revisions.list.query({ id: post.id, pageSize: SEARCHED_REVISIONS });
    if (revisions.some((one) => one.version === version)) return post.id;
  }
  return null;
}
