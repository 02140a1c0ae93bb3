import { readHeld, service } from './calls.ts';
import { keptOf, moveKept, type Kept } from './device.ts';
import type { Held } from './document.ts';
import { areSame, fieldsOf } from './fields.ts';
import { idOfVersion } from './renamed.ts';

/**
 * Finds the post that had this id before, and keeps what this device has of it under its new one.
 *
 * @returns its id now; null when there is no such post
 * @throws BlogError while the service cannot be reached
 */
export async function followFormerId(former: string): Promise<string | null> {
  const kept = await keptOf(former);
  const id = (await idOfKept(kept)) ?? (await idOnSite(former));
  if (id === null) return null;
  const { held } = await readHeld(id, null);
  for (const one of kept) moveKept(former, id, await versionNow(one, id, held), one.key);
  return id;
}

/** What was kept names the version that it began with. Drafts are found in this way only. */
async function idOfKept(kept: Kept[]): Promise<string | null> {
  for (const { version } of kept) {
    const id = await idOfVersion(version);
    if (id !== null) return id;
  }
  return null;
}

/** The site leads visitors from a former id to the post. */
async function idOnSite(former: string): Promise<string | null> {
  const { redirected, url } = await fetch(`/posts/${encodeURIComponent(former)}`, { method: 'HEAD' });
  const [, id] = /^\/posts\/([^/]+)$/.exec(new URL(url).pathname) ?? [];
  return redirected && id !== undefined ? decodeURIComponent(id) : null;
}

/** When nothing but the id changed since a text was begun, it belongs to the version that the post has now. */
async function versionNow({ version }: Kept, id: string, { base, version: now }: Held): Promise<number> {
  const { revisions } = await service.revisions.list.query({ id, pageSize: 2 });
  if (revisions[1]?.version !== version) return version;
  const { revision } = await service.revisions.get.query({ id, version });
  return areSame(fieldsOf(revision, id), base) ? now : version;
}
