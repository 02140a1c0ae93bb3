import { readHeld, service } from './calls.ts';
import type { EditorDocument } from './document.ts';
import { areSame } from './fields.ts';

/** How many of the posts that were changed last are looked through, and how many versions of each there can be. */
const SOME = 20;
const VERSIONS = 50;

/**
 * Follows a post that got another id elsewhere. When nothing else of it was changed, its new version counts as known.
 *
 * @returns whether there is one
 * @throws BlogError while the service cannot be reached
 */
export async function followRenamed(document: EditorDocument): Promise<boolean> {
  const id = await idOfVersion(document.state().version, document.state().base.title);
  if (id === null) return false;
  const { held } = await readHeld(id, document.password);
  const { base, saved, fields, version, copyFrom } = document.state();
  const isSame = areSame({ ...held.base, slug: base.slug }, base) && held.copyFrom === copyFrom;
  const named = { base: { ...base, slug: id }, saved: { ...saved, slug: id }, fields: { ...fields, slug: id } };
  document.set({ ...named, id, version: isSame ? held.version : version });
  return true;
}

/**
 * The post that has or had this version: no two posts have the same one, and each keeps those that it had.
 *
 * @param title of the post, when it is known; absent: any
 */
export async function idOfVersion(version: number, title?: string): Promise<string | null> {
  const { posts } = await service.posts.all.query({ sort: 'updated', pageSize: SOME });
  for (const post of posts) {
    if (post.version < version || (title !== undefined && post.title !== title)) continue;
    const { revisions } = await service.revisions.list.query({ id: post.id, pageSize: VERSIONS });
    if (revisions.some((one) => one.version === version)) return post.id;
  }
  return null;
}
