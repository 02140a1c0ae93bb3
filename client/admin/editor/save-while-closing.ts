import { bearer } from '../api/connect.ts';
import type { EditorDocument } from './document.ts';
import { autosaveInput, workingCopyInput } from './write.ts';
import { basePath } from '../place.ts';

/** Browsers send at most 64 KiB after a page was closed. */
const MAX_BYTES = 60_000;

/**
 * Saves a post while its page is being closed. Nothing reads the response: a text that does not arrive is on the
 * device, and is offered when the post is opened again. A new post is not created: its text is on the device.
 */
export function saveWhileClosing(document: EditorDocument): void {
  const state = document.state();
  const { kind, id, status, running } = state;
  // A running save may arrive first, and would change the version.
  if (id === null || running !== null) return;
  const isPublished = status === 'published';
  const copy = workingCopyInput(state, id);
  // Without changes the working copy is discarded when the post is opened again and saved.
  if (isPublished && Object.keys(copy.fields).length === 0) return;
  const body = JSON.stringify(isPublished ? copy : autosaveInput(state, id));
  if (new Blob([body]).size > MAX_BYTES) return;
  const path = isPublished
    ? `/api/posts/${encodeURIComponent(id)}/working-copy`
    : `/api/${kind}s/${encodeURIComponent(id)}`;
  const headers = { 'content-type': 'application/json', ...bearer() };
  void fetch(basePath + path, { method: 'PUT', keepalive: true, headers, body }).catch(() => undefined);
}
