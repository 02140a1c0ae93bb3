import { pick } from '../../../shared/pick.ts';
import { BlogError } from '../../api/errors.ts';
import type { BlogInputs } from '../../index.ts';
import { currentTranslations } from '../translations/translations.ts';
import { createPost, readPost, readServerState, service, updatePost } from './calls.ts';
import type { DocumentState, EditorDocument, Publication, ServerState, Task } from './document.ts';
import {
  findChanges,
  haveSame,
  unrestoredFields,
  waitingFields,
  toWorkingCopy,
  type Fields,
} from '../device/unsaved/fields.ts';

type Changes = Omit<BlogInputs['posts']['update'], 'id' | 'ifVersion'>;

/**
 * Sends the document to the service.
 *
 * @returns the new state of the service
 * @throws BlogError
 */
export async function write(document: EditorDocument, task: Task): Promise<ServerState> {
  const state = document.state();
  return withDerivedFields(state, await send(document, state, task), task);
}

/** The input of an autosave of a draft. A title is not removed. */
export function autosaveInput({ base, fields, version }: DocumentState, id: string): BlogInputs['posts']['update'] {
  const { title, ...changes } = findChanges(base, fields);
  return { id, ...changes, ...(title?.trim() && { title }), ifVersion: version, autosave: true };
}

/** The input of an autosave of a published post. */
export function workingCopyInput(
  { base, fields, version, copyFrom }: DocumentState,
  id: string,
): BlogInputs['workingCopies']['save'] {
  const { title, ...changes } = toWorkingCopy(findChanges(base, fields));
  const workingFields = { ...changes, ...(title?.trim() && { title }) };
  return { id, baseVersion: version, fields: workingFields, ifVersion: version, ifSavedAt: copyFrom, autosave: true };
}

async function send(document: EditorDocument, state: DocumentState, task: Task): Promise<ServerState> {
  if (state.id === null) return create(document, state, task);
  if (task === 'unpublish') return unpublish(state, state.id);
  if (task === 'undo') return undoPublication(state, state.id);
  const isPlain = state.fields.protected === 0 && state.base.protected === 0;
  const isSave = task === 'save' || task === 'autosave';
  if (state.status === 'published' && isSave) return saveWorkingCopy(state, state.id);
  if (task === 'autosave') return autosaveDraft(state, state.id);
  const isCopyEnough = haveSame(state.fields, state.base, waitingFields);
  if (state.status === 'published' && isPlain && isCopyEnough) return publishCopy(state, state.id);
  // The id of a new draft follows its title in autosaves only.
  const isRenamed = isPlain && state.status === 'draft' && state.fields.title !== state.base.title;
  if (!isRenamed || state.hasNewPassword) return update(document, state, state.id, task);
  const named = { ...state, ...(await autosaveDraft(state, state.id)), fields: state.fields };
  return update(document, { ...named, fields: { ...state.fields, slug: named.base.slug } }, named.id ?? state.id, task);
}

async function create(
  { password }: EditorDocument,
  { kind, fields, base: old, notifies }: DocumentState,
  task: Task,
): Promise<ServerState> {
  const { slug, excerpt: shown, ...rest } = fields;
  // An excerpt generated from a text that is now encrypted is omitted.
  const disclosesText = fields.protected === 1 && old.protected === 0 && shown === old.excerpt;
  const excerpt = disclosesText ? '' : shown;
  const status = task === 'publish' ? 'published' : 'draft';
  const secret = fields.protected === 1 && password !== null ? { password } : {};
  // A date that was not set is that of the publication.
  const isDated = kind === 'post' && (fields.publishAt === null || fields.date !== old.date);
  const date = isDated ? fields.date : undefined;
  // An omitted excerpt is generated from the text, also after changes.
  const title = titleOrUntitled(fields);
  const input = { ...rest, title, status, date, excerpt: excerpt || undefined, id: slug || undefined } as const;
  const { id } = await createPost(kind, { ...input, ...secret, ...mailRequestOf({ notifies }, task) });
  const { post } = await readPost(id, kind);
  const base = { ...fields, slug: id, excerpt: excerpt || post.excerpt, date: date ?? post.date };
  return { kind, id, status, version: post.version, createdAt: post.created_at, base, saved: base, copyFrom: null };
}

/** The title with which a new post is created. */
export function titleOrUntitled({ title }: Fields): string {
  return title.trim() === '' ? currentTranslations().editor.untitled : title;
}

async function autosaveDraft(state: DocumentState, former: string): Promise<ServerState> {
  const { id, version } = await updatePost(state.kind, autosaveInput(state, former));
  await discardBegun(state, id);
  const fields = { ...state.fields, slug: id };
  return { ...heldIn(state), id, version, base: fields, saved: fields, copyFrom: null };
}

async function update(document: EditorDocument, state: DocumentState, id: string, task: Task): Promise<ServerState> {
  const { kind, base, fields, version: ifVersion, copyFrom, createdAt } = state;
  if (copyFrom !== null) await requireCurrent(state, id);
  const status = task === 'publish' ? 'published' : state.status;
  const changes = { ...findChanges(base, fields), ...secretChanges(document), ...mailRequestOf(state, task), status };
  const { version } = await updatePost(kind, { id, ...changes, ifVersion });
  await discardBegun(state, id);
  return { kind, id, status, version, createdAt, base: fields, saved: fields, copyFrom: null };
}

/** Saves changes of a published post to its working copy. */
async function saveWorkingCopy(state: DocumentState, id: string): Promise<ServerState> {
  const { base, fields } = state;
  const working = toWorkingCopy(findChanges(base, fields));
  const aside = { ...heldIn(state), id, saved: { ...fields, ...pick(base, waitingFields) } };
  if (Object.keys(working).length === 0) {
    await requireCurrent(state, id);
    await discardBegun(state, id);
    return { ...aside, copyFrom: null };
  }
  const { savedAt } = await service.workingCopies.save.mutate(workingCopyInput(state, id));
  return { ...aside, copyFrom: savedAt };
}

async function publishCopy(state: DocumentState, id: string): Promise<ServerState> {
  const aside = await saveWorkingCopy(state, id);
  if (aside.copyFrom === null) return aside;
  const { version } = await service.workingCopies.publish.mutate({
    id,
    ifVersion: state.version,
    ifSavedAt: aside.copyFrom,
    ...mailRequestOf(state, 'publish'),
  });
  return { ...aside, version, base: state.fields, copyFrom: null };
}

/** Reads back the excerpt and date if the service derived them. */
async function withDerivedFields(before: DocumentState, held: ServerState, task: Task): Promise<ServerState> {
  // Later autosaves would ask again; the next save of the user asks.
  if (task === 'autosave') return held;
  const { id, version, base, saved } = held;
  const isSame = (name: keyof Fields) => base[name] === before.base[name];
  const isExcerptMade = isSame('excerpt');
  const isDayMade = isSame('date');
  if (before.id === null || id === null || !(isExcerptMade || isDayMade)) return held;
  const { post } = await readPost(id, held.kind);
  if (post.version !== version) return held;
  const made = { ...(isExcerptMade && { excerpt: post.excerpt }), ...(isDayMade && { date: post.date }) };
  return { ...held, base: { ...base, ...made }, saved: { ...saved, ...made } };
}

/** Makes the post what it was before its last publication, without a mailing that has not begun. */
async function undoPublication(state: DocumentState, id: string): Promise<ServerState> {
  const { kind, publication, version: ifVersion } = state;
  if (!publication) return heldIn(state);
  const { before } = publication;
  if (before.status === 'draft') {
    const request = kind === 'post' ? { notifySubscribers: await wasRequested(publication, id) } : {};
    const { version } = await updatePost(kind, { id, status: 'draft', ifVersion, ...request });
    return { ...heldIn(state), status: 'draft', version };
  }
  if (state.base.protected === 1 || before.base.protected === 1) return encryptAgain(state, id, publication);
  if (publication.notifies) await updatePost(kind, { id, ifVersion, notifySubscribers: false });
  const restored = await service.revisions.restore.mutate({ id, version: before.version, ifVersion });
  const isWhole = haveSame(state.base, before.base, unrestoredFields);
  const others = { id, ...pick(before.base, unrestoredFields), ifVersion: restored.version };
  const { version } = isWhole ? restored : await updatePost(kind, others);
  return saveWorkingCopy({ ...state, version, base: before.base, saved: before.base }, id);
}

/** The same for a text that is or was protected: it has no version that could be restored, but is known here. */
async function encryptAgain(state: DocumentState, id: string, { before, notifies }: Publication): Promise<ServerState> {
  const { slug: _, ...changes } = findChanges(state.base, before.base);
  const { content, protected: isProtected } = before.base;
  const password = isProtected === 1 ? (before.savedPassword ?? undefined) : undefined;
  const request = notifies ? { notifySubscribers: false } : {};
  const secret = { content, protected: isProtected, password };
  const { version } = await updatePost(state.kind, { id, ...changes, ...secret, ...request, ifVersion: state.version });
  return { ...heldIn(state), version, base: before.base, saved: before.base, copyFrom: null };
}

/** Whether the draft had the request to be mailed before the publication. */
async function wasRequested({ notifies }: Publication, id: string): Promise<boolean> {
  if (notifies !== null) return !notifies;
  const { mailing } = await service.mailings.get.query({ id });
  return mailing !== null;
}

async function unpublish(state: DocumentState, id: string): Promise<ServerState> {
  const { version } = await updatePost(state.kind, { id, status: 'draft', ifVersion: state.version });
  return { ...heldIn(state), status: 'draft', version };
}

function heldIn({ kind, id, status, version, createdAt, base, saved, copyFrom }: DocumentState): ServerState {
  return { kind, id, status, version, createdAt, base, saved, copyFrom };
}

/**
 * Discards the working copy that the document was begun from, if any.
 *
 * @throws PRECONDITION_FAILED if another one was saved since
 */
async function discardBegun({ copyFrom }: DocumentState, id: string): Promise<void> {
  if (copyFrom !== null) await service.workingCopies.discard.mutate({ id, ifSavedAt: copyFrom });
}

/**
 * Checks before a write that would disregard what was saved elsewhere.
 *
 * @throws PRECONDITION_FAILED
 */
async function requireCurrent({ version, copyFrom }: DocumentState, id: string): Promise<void> {
  const { held } = await readServerState(id, null);
  if (held.version === version && held.copyFrom === copyFrom) return;
  throw new BlogError('PRECONDITION_FAILED', 'The post or its working copy was changed elsewhere.', { status: 412 });
}

/** The request to mail the post, or not to. It may be repeated: a post is mailed once. */
function mailRequestOf({ notifies }: Pick<DocumentState, 'notifies'>, task: Task): Pick<Changes, 'notifySubscribers'> {
  return task === 'publish' && notifies !== null ? { notifySubscribers: notifies } : {};
}

/** The fields of protection, if the text is or was protected.  */
function secretChanges({ state, password }: EditorDocument): Changes {
  const { base, fields } = state();
  if (fields.protected === 0 && base.protected === 0) return {};
  return { content: fields.content, protected: fields.protected, password: password ?? undefined };
}
