import { readServerState, service } from './calls.ts';
import { storedTexts, moveStored, type StoredText } from '../device/unsaved/texts.ts';
import type { ServerState } from './document.ts';
import { areSame, editorFields } from '../device/unsaved/fields.ts';
import { idOfCreation, idOfVersion } from './follow-rename.ts';
import { basePath } from '../place.ts';

/**
 * Finds the post that had this id, and moves its texts on this device to the new id.
 *
 * @returns its current id; null if there is no such post
 * @throws BlogError while the service cannot be reached
 */
export async function followFormerId(former: string): Promise<string | null> {
  const kept = await storedTexts(former);
  const id = (await idOfKept(kept)) ?? (await idOnSite(former));
  if (id === null) return null;
  const { held } = await readServerState(id, null);
  for (const one of kept) await moveStored(former, id, await versionNow(one, id, held), one.key);
  return id;
}

/** Finds the post by what stored texts know of it, the only way for drafts. */
async function idOfKept(kept: StoredText[]): Promise<string | null> {
  for (const { version, createdAt } of kept) {
    for (const kind of ['post', 'page'] as const) {
      const id = (await idOfCreation(createdAt, kind)) ?? (await idOfVersion(version, { kind }));
      if (id !== null) return id;
    }
  }
  return null;
}

/** Follows the redirect of the site. */
async function idOnSite(former: string): Promise<string | null> {
  const { redirected, url } = await fetch(`${basePath}/posts/${encodeURIComponent(former)}`, { method: 'HEAD' });
  const [, id] = /^(?:\/posts)?\/([^/]+)$/.exec(new URL(url).pathname.slice(basePath.length)) ?? [];
  return redirected && id !== undefined ? decodeURIComponent(id) : null;
}

/** If only the id has changed since the base version, the text belongs to the current version. */
async function versionNow({ version }: StoredText, id: string, { base, version: now }: ServerState): Promise<number> {
  const { revisions } = await service.revisions.list.query({ id, pageSize: 2 });
  if (revisions[1]?.version !== version) return version;
  const { revision } = await service.revisions.get.query({ id, version });
  return areSame(editorFields(revision, id), base) ? now : version;
}
