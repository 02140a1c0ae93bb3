import { pick } from '../../../shared/pick.ts';
import { readServerState, service } from './calls.ts';
import type { DocumentState, EditorDocument, ServerState, Task } from './document.ts';
import { areSame, waitingFields, type Fields } from '../device/unsaved/fields.ts';
import { titleOrUntitled } from './write.ts';

/** The number of newest posts that are searched. */
const SEARCHED_POSTS = 20;

/** A call without a response so far. */
interface Sent {
  state: DocumentState;
  task: Task;
}

const sent = new WeakMap<EditorDocument, Sent>();

/**
 * Stores what is being sent until there is a response.
 *
 * @param fields default: those on the screen
 */
export function trackSent(document: EditorDocument, task: Task, fields: Fields = document.state().fields): void {
  sent.set(document, { state: { ...document.state(), fields }, task });
}

/** The fields of a new post that may have been created without a response. */
export function sentNewPost(document: EditorDocument): Fields | undefined {
  const { state } = sent.get(document) ?? {};
  return state?.id === null ? state.fields : undefined;
}

/** Clears the stored call after a response. */
export function clearSent(document: EditorDocument): void {
  sent.delete(document);
}

/** The slug that was typed while a new post was created with another one: from now on, a rename. */
export function renameTyped(
  { id, fields: sent }: DocumentState,
  { fields: { slug }, newId }: DocumentState,
  created: ServerState,
): DocumentState['newId'] {
  return id === null && slug !== sent.slug && slug !== '' ? { of: created.saved.slug, typed: slug } : newId;
}

/**
 * Checks whether a call without a response was executed, before anything is sent again. A blind retry would create a
 * second post, or conflict with its own change.
 *
 * @throws BlogError while the service cannot be reached
 */
export async function reconcile(document: EditorDocument): Promise<void> {
  const before = sent.get(document);
  if (!before) return;
  const held = await arrived(before, document.password);
  sent.delete(document);
  if (!held) return;
  const { fields } = document.state();
  const { excerpt } = before.state.fields;
  const made = fields.excerpt === excerpt ? { excerpt: held.saved.excerpt } : {};
  const newId = renameTyped(before.state, document.state(), held);
  document.set({ ...held, isBaseKnown: true, newId, fields: { ...fields, ...made, slug: held.saved.slug } });
}

async function arrived({ state, task }: Sent, password: string | null): Promise<ServerState | undefined> {
  if (state.id === null) return findCreated(state, password);
  const { held } = await readServerState(state.id, password);
  if (held.version === state.version && held.copyFrom === state.copyFrom) return undefined;
  const wanted = task === 'unpublish' || task === 'undo' ? state.saved : state.fields;
  return [held.base, held.saved].some((fields) => matches(fields, wanted)) ? held : undefined;
}

/** The new post with these fields that has not been changed since. */
async function findCreated({ kind, fields }: DocumentState, password: string | null): Promise<ServerState | undefined> {
  const { posts } = await service.posts.all.query({
    kind,
    sort: 'updated',
    pageSize: SEARCHED_POSTS,
  });
  for (const { id, title } of posts) {
    if (title !== titleOrUntitled(fields).trim()) continue;
    const { total } = await service.revisions.list.query({ id, pageSize: 1 });
    const { held } = await readServerState(id, password);
    if (total === 1 && matches(held.base, fields)) return held;
  }
  return undefined;
}

/** Compares fields, except those that the service derives or that are not published yet. */
function matches({ title, ...there }: Fields, wanted: Fields): boolean {
  const same = { ...there, ...pick(wanted, ['title', 'excerpt', 'slug', ...waitingFields]) };
  // An empty title is not sent.
  const isTitle = wanted.title.trim() === '' || title === wanted.title.trim();
  return isTitle && areSame(same, wanted);
}
