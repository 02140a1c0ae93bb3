import { asBlogError } from '../../errors.ts';
import { queryClient, trpc } from '../api/api.ts';
import { readHeld } from './calls.ts';
import { forget, forgetAll } from './device.ts';
import type { EditorDocument, Held, Task, Trouble } from './document.ts';
import { areSame, onBase } from './fields.ts';
import { isSecret } from './keep-on-device.ts';
import { Stale, write } from './write.ts';

/** Milliseconds between two tries while the service cannot be reached. */
const EVERY = 3000;
/** Failures that pass by themselves. */
const PASSING = new Set<string>(['NETWORK_ERROR', 'SERVICE_UNAVAILABLE', 'UNEXPECTED_ANSWER']);

/** What is to follow, by document: asked for while something else ran, or again once the service is back. */
const next = new WeakMap<EditorDocument, Task>();

/**
 * Saves or publishes what is on the screen; how it went stands in the document's state. While the service cannot be
 * reached it is tried again and again. What is asked for in the meantime follows.
 */
export async function perform(document: EditorDocument, task: Task): Promise<void> {
  const { running, fields } = document.state();
  if (running !== null) {
    next.set(document, task);
    return;
  }
  const trouble = fields.title.trim() === '' ? 'no-title' : refusalOf(document, task);
  if (trouble !== null) return document.set({ trouble });
  next.delete(document);
  document.set({ running: task });
  try {
    finish(document, await write(document, task), task);
  } catch (error) {
    await fail(document, task, error);
  }
  const wanted = next.get(document);
  if (wanted !== undefined && document.state().trouble === null) await perform(document, wanted);
}

/** Goes on with what the writer decided about two versions. */
export async function settle(document: EditorDocument, content: string): Promise<void> {
  const { conflict, fields, base } = document.state();
  if (conflict === null) return;
  const { theirs, task } = conflict;
  document.set({ ...theirs, fields: { ...onBase(fields, base, theirs.saved), content }, conflict: null });
  await perform(document, task);
}

/** Gives up what is on the screen for what the service has. */
export function takeTheirs(document: EditorDocument): void {
  const { conflict } = document.state();
  if (conflict) document.set({ ...conflict.theirs, fields: conflict.theirs.saved, conflict: null });
}

function refusalOf(document: EditorDocument, task: Task): Trouble | null {
  const isPublished = document.state().status === 'published';
  return task === 'save' && isPublished && isSecret(document) ? 'no-copy-of-protected' : null;
}

function finish(document: EditorDocument, held: Held, task: Task): void {
  const { fields, id } = document.state();
  const now = { ...fields, slug: held.saved.slug };
  const done = { done: { task, at: Date.now() }, hasNewPassword: false };
  document.set({ ...held, fields: now, running: null, trouble: null, ...done });
  // The screen may be closed by now.
  if (areSame(now, held.saved)) forget(id, document.key);
  if (held.id !== null && held.base.protected === 1) forgetAll(held.id);
  void queryClient.invalidateQueries(trpc.pathFilter());
}

async function fail(document: EditorDocument, task: Task, error: unknown): Promise<void> {
  const { id } = document.state();
  const { code, message } = asBlogError(error);
  try {
    if (id !== null && (error instanceof Stale || code === 'PRECONDITION_FAILED')) {
      const theirs = await theirsOf(document, id);
      return document.set({ running: null, trouble: null, conflict: { theirs, task } });
    }
  } catch (again) {
    return fail(document, task, again);
  }
  if (code === 'NOT_FOUND')
    return document.set({ id: null, status: 'draft', copyFrom: null, running: null, trouble: 'gone' });
  if (!PASSING.has(code)) return document.set({ running: null, trouble: { sentence: message } });
  document.set({ running: null, trouble: 'unreachable' });
  setTimeout(() => document.state().trouble === 'unreachable' && void perform(document, task), EVERY);
}

/** What the service has, without the working copy if that is ours: it says no more than the screen. */
async function theirsOf({ state, password }: EditorDocument, id: string): Promise<Held> {
  const held = await readHeld(id, password);
  return held.copyFrom === state().copyFrom ? { ...held, saved: held.base } : held;
}
