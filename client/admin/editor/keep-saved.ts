import { hashKey } from '@tanstack/react-query';

import { trpc } from '../api/api.ts';
import type { ServerState } from './document.ts';
import { findChanges, toWorkingCopy } from '../device/unsaved/fields.ts';
import { session } from '../session/session.ts';
import { editorKey, forgetReads, keepRead } from '../offline/reads.ts';

/** Stores the saved state like a read, so that the post opens with it while the service cannot be reached. */
export async function keepSaved({ kind, id, status, version, createdAt, ...held }: ServerState): Promise<void> {
  if (id === null) return;
  const { base, saved, copyFrom } = held;
  // Also deletes the reads from before the post was protected.
  if (base.protected === 1) return forgetReads();
  const { slug: _, ...fields } = base;
  const post = { ...fields, id, status, version, created_at: createdAt, enc: null };
  const changes = { savedAt: copyFrom, baseVersion: version, fields: toWorkingCopy(findChanges(base, saved)) };
  const token = session.token();
  const copy = { ok: true, workingCopy: copyFrom === null ? null : changes };
  await keepRead(hashKey(editorKey(id)), { kind, post }, token);
  await keepRead(hashKey(trpc.workingCopies.get.queryKey({ id })), copy, token);
}
