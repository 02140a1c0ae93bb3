import { pick } from '../../../shared/pick.ts';
import type { BlogInputs } from '../../index.ts';
import { readServerState, service } from './calls.ts';
import type { DocumentState, EditorDocument, ServerState, Task } from './document.ts';
import { changesOf, haveSame, waitingFields, workingOf, type Fields } from './fields.ts';

type Changes = Omit<BlogInputs['posts']['update'], 'id' | 'ifVersion'>;

/** The post or its working copy was changed elsewhere. */
export class Stale extends Error {}

/**
 * Sends the document to the service.
 *
 * @returns the new state of the service
 * @throws Stale, BlogError
 */
export async function write(document: EditorDocument, task: Task): Promise<ServerState> {
  const state = document.state();
  return withDerivedFields(state, await send(document, state, task));
}

async function send(document: EditorDocument, state: DocumentState, task: Task): Promise<ServerState> {
  if (state.id === null) return create(document, state, task);
  if (task === 'unpublish') return unpublish(state, state.id);
  const isPlain = state.fields.protected === 0 && state.base.protected === 0;
  if (state.status === 'published' && task === 'save') return saveWorkingCopy(state, state.id);
  const isCopyEnough = haveSame(state.fields, state.base, waitingFields);
  if (state.status === 'published' && isPlain && isCopyEnough) return publishCopy(state, state.id);
  return update(document, state, state.id, task);
}

async function create(
  { password }: EditorDocument,
  { fields, base: old }: DocumentState,
  task: Task,
): Promise<ServerState> {
  const { slug, excerpt: shown, ...rest } = fields;
  // An excerpt generated from a text that is now encrypted is omitted.
  const isTelling = fields.protected === 1 && old.protected === 0 && shown === old.excerpt;
  const excerpt = isTelling ? '' : shown;
  const status = task === 'publish' ? 'published' : 'draft';
  const secret = fields.protected === 1 && password !== null ? { password } : {};
  // A date that was not set is that of the publication.
  const date = fields.publishAt !== null && fields.date === old.date ? undefined : fields.date;
  // An omitted excerpt is generated from the text, also after changes.
  const asked = { ...rest, status, date, excerpt: excerpt || undefined, id: slug || undefined } as const;
  const { id } = await service.posts.create.mutate({ ...asked, ...secret });
  const { post } = await service.posts.get.query({ id });
  const base = { ...fields, slug: id, excerpt: excerpt || post.excerpt, date: date ?? post.date };
  return { id, status, version: post.version, base, saved: base, copyFrom: null };
}

async function update(document: EditorDocument, state: DocumentState, id: string, task: Task): Promise<ServerState> {
  const { base, fields, version: ifVersion, copyFrom } = state;
  const status = task === 'publish' ? 'published' : state.status;
  const changes = { ...changesOf(base, fields), ...secretChanges(document), status };
  const { version } = await service.posts.update.mutate({ id, ...changes, ifVersion });
  if (copyFrom !== null) await service.workingCopies.discard.mutate({ id });
  return { id, status, version, base: fields, saved: fields, copyFrom: null };
}

/** Saves changes of a published post to its working copy. */
async function saveWorkingCopy(state: DocumentState, id: string): Promise<ServerState> {
  const { base, fields, version, status, copyFrom } = state;
  const working = workingOf(changesOf(base, fields));
  const aside = { id, status, version, base, saved: { ...fields, ...pick(base, waitingFields) } };
  if (Object.keys(working).length === 0) {
    await requireCurrent(state, id);
    await service.workingCopies.discard.mutate({ id });
    return { ...aside, copyFrom: null };
  }
  const { savedAt } = await service.workingCopies.save.mutate({
    id,
    baseVersion: version,
    fields: working,
    ifVersion: version,
    ifSavedAt: copyFrom,
  });
  return { ...aside, copyFrom: savedAt };
}

async function publishCopy(state: DocumentState, id: string): Promise<ServerState> {
  const aside = await saveWorkingCopy(state, id);
  if (aside.copyFrom === null) return aside;
  const { version } = await service.workingCopies.publish.mutate({ id, ifVersion: state.version });
  return { ...aside, version, base: state.fields, copyFrom: null };
}

/** Reads back the excerpt and date if the service derived them. */
async function withDerivedFields(before: DocumentState, held: ServerState): Promise<ServerState> {
  const { id, version, base, saved } = held;
  const isSame = (name: keyof Fields) => base[name] === before.base[name];
  const isExcerptMade = isSame('excerpt') && !(isSame('content') && isSame('protected'));
  const isDayMade = isSame('date') && !isSame('publishAt');
  if (before.id === null || id === null || !(isExcerptMade || isDayMade)) return held;
  const { post } = await service.posts.get.query({ id });
  if (post.version !== version) return held;
  const made = { ...(isExcerptMade && { excerpt: post.excerpt }), ...(isDayMade && { date: post.date }) };
  return { ...held, base: { ...base, ...made }, saved: { ...saved, ...made } };
}

async function unpublish(
  { base, saved, copyFrom, version: ifVersion }: DocumentState,
  id: string,
): Promise<ServerState> {
  const { version } = await service.posts.update.mutate({ id, status: 'draft', ifVersion });
  return { id, status: 'draft', version, base, saved, copyFrom };
}

/** Discarding a working copy has no precondition, so this checks before. */
async function requireCurrent({ version, copyFrom }: DocumentState, id: string): Promise<void> {
  const { held } = await readServerState(id, null);
  if (held.version !== version || held.copyFrom !== copyFrom) throw new Stale();
}

/** The fields of protection, if the text is or was protected.  */
function secretChanges({ state, password }: EditorDocument): Changes {
  const { base, fields } = state();
  if (fields.protected === 0 && base.protected === 0) return {};
  return { content: fields.content, protected: fields.protected, password: password ?? undefined };
}
