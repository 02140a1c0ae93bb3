import { isInvisible } from '../../../shared/invisible.ts';
import { asBlogError } from '../api/as-blog-error.ts';
import { queryClient, trpc } from '../api/api.ts';
import { readHeld, type Found } from './calls.ts';
import { forget, forgetAll, moveKept } from './device.ts';
import type { DocumentState, EditorDocument, Held, Task, Trouble } from './document.ts';
import { areSame, onBase } from './fields.ts';
import { isSecret } from './keep-on-device.ts';
import { isPassing } from './passing.ts';
import { followRenamed } from './renamed.ts';
import { stopTrying, tryLater } from './trying.ts';
import { noteAnswered, noteSent, recall } from './unanswered.ts';
import { takeWish, wish } from './wishes.ts';
import { Stale, write } from './write.ts';

/**
 * Saves or publishes what is on the screen; how it went stands in the document's state. While the service cannot be
 * reached it is tried again and again, as long as the screen is open. What is asked for in the meantime follows.
 */
export async function perform(document: EditorDocument, task: Task): Promise<void> {
  const { running, fields, trouble } = document.state();
  if (running !== null || trouble === 'unreachable') wish(document, task);
  if (running !== null) return;
  stopTrying(document);
  const wanted = takeWish(document) ?? task;
  const refusal = isInvisible(fields.title) ? 'no-title' : refusalOf(document, wanted);
  if (refusal !== null) return document.set({ trouble: refusal });
  document.set({ running: wanted });
  try {
    await recall(document);
    noteSent(document, wanted);
    const before = document.state();
    finish(document, before, await write(document, wanted), wanted);
  } catch (error) {
    await fail(document, wanted, error);
  }
  await goOn(document);
}

/** Goes on with the writer's version, when there are two. */
export async function settle(document: EditorDocument): Promise<void> {
  const { conflict, fields, base } = document.state();
  if (conflict === null) return;
  const { theirs, task } = conflict;
  const { content } = fields;
  document.set({ ...theirs, fields: { ...onBase(fields, base, theirs.saved), content }, conflict: null });
  await perform(document, task);
}

/** Gives up what is on the screen for what the service has; where that is locked, the password is asked for first. */
export function takeTheirs(document: EditorDocument): void {
  const { conflict, saved } = document.state();
  if (conflict?.isLocked) {
    document.set({ fields: saved, hasNewPassword: false, conflict: null });
    location.reload();
  } else if (conflict) document.set({ ...conflict.theirs, fields: conflict.theirs.saved, conflict: null });
}

/** Does what was asked for meanwhile, unless the writer has something to decide first. */
async function goOn(document: EditorDocument): Promise<void> {
  const { trouble, conflict } = document.state();
  if (trouble === 'unreachable') return;
  const next = takeWish(document);
  if (next !== undefined && trouble === null && conflict === null) await perform(document, next);
}

function refusalOf(document: EditorDocument, task: Task): Trouble | null {
  const isPublished = document.state().status === 'published';
  return task === 'save' && isPublished && isSecret(document) ? 'no-copy-of-protected' : null;
}

function finish(document: EditorDocument, before: DocumentState, held: Held, task: Task): void {
  noteAnswered(document);
  const { fields, id } = document.state();
  const { base, fields: sent } = before;
  const isUntouched = (name: 'excerpt' | 'date') => sent[name] === base[name] && fields[name] === base[name];
  const now = { ...fields, slug: held.saved.slug };
  for (const name of ['excerpt', 'date'] as const) if (isUntouched(name)) now[name] = held.saved[name];
  const done = { done: { task, at: Date.now() }, hasNewPassword: false };
  document.set({ ...held, fields: now, running: null, trouble: null, ...done });
  // The screen may be closed by now.
  if (areSame(now, held.saved)) forget(id, document.key);
  else if (held.id !== null && id !== held.id) moveKept(id, held.id, held.version, document.key);
  if (held.id !== null && held.base.protected === 1) forgetAll(held.id);
  void queryClient.invalidateQueries(trpc.pathFilter());
}

async function fail(document: EditorDocument, task: Task, error: unknown): Promise<void> {
  if (isPassing(error)) return tryAgain(document, task);
  noteAnswered(document);
  const { id } = document.state();
  const { code, message } = asBlogError(error);
  try {
    if (id !== null && (error instanceof Stale || code === 'PRECONDITION_FAILED')) {
      const { held, isLocked } = await theirsOf(document, id);
      return document.set({ running: null, trouble: null, conflict: { theirs: held, isLocked, task } });
    }
    if (id !== null && code === 'NOT_FOUND' && (await followRenamed(document))) {
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

function tryAgain(document: EditorDocument, task: Task): void {
  wish(document, task);
  document.set({ running: null, trouble: 'unreachable' });
  tryLater(document);
}

/** What the service has, without the working copy if that is ours: it says no more than the screen. */
async function theirsOf({ state, password }: EditorDocument, id: string): Promise<Found> {
  const { held, isLocked } = await readHeld(id, password);
  return { held: held.copyFrom === state().copyFrom ? { ...held, saved: held.base } : held, isLocked };
}
