import { pick } from '../../../shared/pick.ts';
import { readHeld, service } from './calls.ts';
import type { DocumentState, EditorDocument, Held, Task } from './document.ts';
import { areSame, waitingFields, type Fields } from './fields.ts';

/** How many of the newest posts are looked through. */
const SOME = 20;

/** A call on its way, or one that nothing was heard of again. */
interface Sent {
  state: DocumentState;
  task: Task;
}

const sent = new WeakMap<EditorDocument, Sent>();

/**
 * Remembers what is about to be sent, until there is an answer.
 *
 * @param fields when they are not what is on the screen
 */
export function noteSent(document: EditorDocument, task: Task, fields: Fields = document.state().fields): void {
  sent.set(document, { state: { ...document.state(), fields }, task });
}

/** What may have become a new post without an answer. */
export function sentNew(document: EditorDocument): Fields | undefined {
  const { state } = sent.get(document) ?? {};
  return state?.id === null ? state.fields : undefined;
}

/** There was an answer. */
export function noteAnswered(document: EditorDocument): void {
  sent.delete(document);
}

/**
 * Looks whether what got no answer arrived all the same, before anything is sent again: a second try would make a second
 * post, or meet the first one as if somebody else had written it.
 *
 * @throws BlogError while the service cannot be reached
 */
export async function recall(document: EditorDocument): Promise<void> {
  const before = sent.get(document);
  if (!before) return;
  const held = await arrived(before, document.password);
  sent.delete(document);
  if (!held) return;
  const { fields } = document.state();
  const { excerpt } = before.state.fields;
  const made = fields.excerpt === excerpt ? { excerpt: held.saved.excerpt } : {};
  document.set({ ...held, fields: { ...fields, ...made, slug: held.saved.slug } });
}

async function arrived({ state, task }: Sent, password: string | null): Promise<Held | undefined> {
  if (state.id === null) return findCreated(state.fields, password);
  const { held } = await readHeld(state.id, password);
  if (held.version === state.version && held.copyFrom === state.copyFrom) return undefined;
  const wanted = task === 'unpublish' ? state.saved : state.fields;
  return [held.base, held.saved].some((fields) => says(fields, wanted)) ? held : undefined;
}

/** The new post that says this, and that nobody changed since it was made. */
async function findCreated(fields: Fields, password: string | null): Promise<Held | undefined> {
  const { posts } = await service.posts.all.query({ sort: 'updated', pageSize: SOME });
  for (const { id, title } of posts) {
    if (title !== fields.title.trim()) continue;
    const { total } = await service.revisions.list.query({ id, pageSize: 1 });
    const { held } = await readHeld(id, password);
    if (total === 1 && says(held.base, fields)) return held;
  }
  return undefined;
}

/** The service makes excerpts and trims titles, and some fields may wait for the update. */
function says({ title, ...there }: Fields, wanted: Fields): boolean {
  const same = { ...there, ...pick(wanted, ['title', 'excerpt', 'slug', ...waitingFields]) };
  return title === wanted.title.trim() && areSame(same, wanted);
}
