import { isInvisible } from '../../../shared/invisible.ts';
import { asBlogError } from '../errors/as-blog-error.ts';
import { queryClient, trpc } from '../api/api.ts';
import { keepSaved } from './keep-saved.ts';
import { readServerState, type Found } from './calls.ts';
import { forget, forgetPlain, moveStored } from '../device/unsaved/texts.ts';
import type { DocumentState, EditorDocument, Publication, ServerState, Task, Trouble } from './document.ts';
import { combine, isCombined, showEdits } from './combine.ts';
import { areSame } from '../device/unsaved/fields.ts';
import { isSecret } from './keep-on-device.ts';
import { isTransient } from '../errors/is-transient.ts';
import { followRename } from './follow-rename.ts';
import { cancelRetry, scheduleRetry } from './retry.ts';
import { clearSent, renameTyped, trackSent, reconcile } from './in-flight.ts';
import { takePendingTask, queueTask } from './pending-task.ts';
import { write } from './write.ts';

/**
 * Saves or publishes the document and sets the result in its state. While the service cannot be reached, the task is
 * retried as long as the screen is open. Tasks requested in the meantime follow.
 */
export async function perform(document: EditorDocument, task: Task): Promise<void> {
  if (document.isDeleted) return;
  const { running, fields, trouble } = document.state();
  if (running !== null || trouble === 'unreachable') queueTask(document, task);
  if (running !== null) return;
  cancelRetry(document);
  const wanted = takePendingTask(document) ?? task;
  const problem = wanted !== 'autosave' && isInvisible(fields.title) ? 'no-title' : refusal(document, wanted);
  if (problem !== null) return document.set({ trouble: problem });
  document.set({ running: wanted });
  const at = Date.now();
  try {
    await reconcile(document);
    trackSent(document, wanted);
    const before = document.state();
    finish(document, { ...before, at }, await write(document, wanted), wanted);
  } catch (error) {
    await fail(document, wanted, error);
  }
  await performPending(document);
}

/** Resolves a conflict with the user's version. */
export async function keepMine(document: EditorDocument): Promise<void> {
  const { conflict, fields } = document.state();
  if (conflict === null) return;
  const { theirs, task } = conflict;
  document.set({ ...theirs, fields: { ...fields, slug: theirs.saved.slug }, isBaseKnown: true, conflict: null });
  await perform(document, task);
}

/**
 * Resolves a conflict with the version of the service where both changed the same; a locked one asks for its password
 * first.
 */
export function takeTheirs(document: EditorDocument): void {
  const { conflict, saved } = document.state();
  if (conflict?.isLocked) {
    document.set({ fields: saved, hasNewPassword: false, conflict: null });
    location.reload();
  } else if (conflict) {
    document.set({ ...conflict.theirs, fields: conflict.resolved, isBaseKnown: true, conflict: null });
  }
}

/** Performs the pending task, unless the user has to resolve a conflict first. */
async function performPending(document: EditorDocument): Promise<void> {
  const { trouble, conflict } = document.state();
  if (trouble === 'unreachable') return;
  const next = takePendingTask(document);
  if (next !== undefined && trouble === null && conflict === null) await perform(document, next);
}

function refusal(document: EditorDocument, task: Task): Trouble | null {
  const isPublished = document.state().status === 'published';
  return task === 'save' && isPublished && isSecret(document) ? 'no-copy-of-protected' : null;
}

/** The state before a task, which was begun at a time. */
type Begun = DocumentState & Pick<Publication, 'at'>;

function finish(document: EditorDocument, before: Begun, held: ServerState, task: Task): void {
  clearSent(document);
  const { fields, id } = document.state();
  const { base, fields: sent } = before;
  const isUntouched = (name: 'excerpt' | 'date') => sent[name] === base[name] && fields[name] === base[name];
  const now = { ...fields, slug: held.saved.slug };
  // What an undone publication contained stays on the screen.
  if (task !== 'undo')
    for (const name of ['excerpt', 'date'] as const) if (isUntouched(name)) now[name] = held.saved[name];
  const publication = publicationAfter(document, before, task);
  document.savedPassword = passwordAfter(document, before, held, task);
  // One that was typed while an autosave was under way is not set yet, and one of an undone update is not set any more.
  const isUnset = task === 'undo' && fields.protected === 1 && document.savedPassword !== document.password;
  const hasNewPassword = isUnset || (task === 'autosave' && document.state().hasNewPassword);
  const notifies = task === 'publish' ? null : document.state().notifies;
  const done = { done: { task, at: Date.now() }, hasNewPassword, isBaseKnown: true, notifies, publication };
  const newId = renameTyped(before, document.state(), held);
  document.set({ ...held, fields: now, newId, running: null, trouble: null, ...done });
  void keepSaved(held);
  // The screen may be closed by now.
  if (areSame(now, held.saved)) forget(id, document.key);
  else if (held.id !== null && id !== held.id) void moveStored(id, held.id, held.version, document.key);
  if (held.id !== null && held.base.protected === 1) forgetPlain(held.id);
  // Screens that are not shown read again when they are; the fields beside the text stay what they are.
  const stale = task === 'autosave' ? [trpc.posts.all, trpc.revisions] : [trpc];
  for (const { pathFilter } of stale) void queryClient.invalidateQueries(pathFilter());
}

function publicationAfter(
  { savedPassword }: EditorDocument,
  { at, status, version, base, notifies, publication }: Begun,
  task: Task,
): Publication | null {
  if (task === 'publish') return { at, before: { status, version, base, savedPassword }, notifies };
  return task === 'unpublish' || task === 'undo' ? null : publication;
}

/** The password of the text in the service after a task. */
function passwordAfter(
  { password, savedPassword }: EditorDocument,
  { publication }: Begun,
  { base }: ServerState,
  task: Task,
): string | null {
  if (base.protected === 0) return null;
  if (task === 'unpublish' || task === 'autosave') return savedPassword;
  const isRestored = task === 'undo' && publication?.before.status === 'published';
  return isRestored ? publication.before.savedPassword : task === 'undo' ? savedPassword : password;
}

async function fail(document: EditorDocument, task: Task, error: unknown): Promise<void> {
  if (isTransient(error)) return retryLater(document, task);
  clearSent(document);
  const { id } = document.state();
  const { code, message } = asBlogError(error);
  // What was changed elsewhere must not be undone as well.
  if (task === 'undo' && code === 'PRECONDITION_FAILED')
    return document.set({ running: null, publication: null, trouble: { sentence: message } });
  try {
    if (id !== null && code === 'PRECONDITION_FAILED') return await mergeTheirs(document, id, task);
    if (id !== null && code === 'NOT_FOUND' && (await followRename(document))) {
      document.set({ running: null, trouble: null });
      return await perform(document, task);
    }
  } catch (again) {
    return fail(document, task, again);
  }
  if (code === 'NOT_FOUND')
    return document.set({ id: null, status: 'draft', copyFrom: null, running: null, trouble: 'gone' });
  document.set({ running: null, trouble: { sentence: message } });
}

/** Merges the state that was saved elsewhere, and repeats the task; the user decides only about overlapping changes. */
async function mergeTheirs(document: EditorDocument, id: string, task: Task): Promise<void> {
  const { held, isLocked } = await readTheirs(document, id);
  const mine = document.state().fields;
  const merged = isLocked ? { mine, theirs: held.saved, edits: [] } : await combine(document, held);
  showEdits(document, merged);
  const settled = { fields: merged.mine, running: null, trouble: null } as const;
  if (isLocked || !isCombined(merged)) {
    const conflict = { theirs: held, resolved: merged.theirs, isLocked, task };
    return document.set({ ...settled, conflict });
  }
  document.set({ ...held, ...settled, isBaseKnown: true });
  await perform(document, task);
}

function retryLater(document: EditorDocument, task: Task): void {
  queueTask(document, task);
  document.set({ running: null, trouble: 'unreachable' });
  scheduleRetry(document);
}

/** The version of the service, without the working copy if that is our own. */
async function readTheirs({ state, password }: EditorDocument, id: string): Promise<Found> {
  const { held, isLocked } = await readServerState(id, password);
  return { held: held.copyFrom === state().copyFrom ? { ...held, saved: held.base } : held, isLocked };
}
