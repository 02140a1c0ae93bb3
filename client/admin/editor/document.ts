import type { EditorState as CodeState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';

import type { Post, WorkingCopy } from '../../index.ts';
import type { ToolRequests } from './markdown/tools.ts';
import { newKey } from '../device/unsaved/texts.ts';
import { areSame, editorFields, newFields, type Fields } from '../device/unsaved/fields.ts';

/** A task for the service; `autosave` is one that the user did not start. */
export type Task = 'autosave' | 'save' | 'publish' | 'unpublish' | 'undo';

/** Why a task failed: a known reason or a message of the service. */
export type Trouble = 'unreachable' | 'stale' | 'no-title' | 'no-copy-of-protected' | 'gone' | { sentence: string };

/** Pages have no date, and other URLs than posts. */
export type Kind = 'post' | 'page';

/** The post in the service. */
export interface ServerState {
  kind: Kind;
  /** Null until it is created. */
  id: string | null;
  status: Post['status'];
  version: number;
  /** When the post was created, which identifies it when its id changes; null for a new one. */
  createdAt: string | null;
  /** The fields of the post itself. */
  base: Fields;
  /** The same with the changes of the working copy. */
  saved: Fields;
  /** When the working copy was saved; null when there is none. */
  copyFrom: string | null;
}

/** A conflicting change of the post, and the task that was interrupted. */
export interface Conflict {
  theirs: ServerState;
  /** Their fields with our changes that do not overlap theirs. */
  resolved: Fields;
  /** Whether theirs is encrypted with an unknown password; its text is empty then. */
  isLocked: boolean;
  task: Task;
}

/** A publication, and what undoing it needs. */
export interface Publication {
  /** When it was requested, in milliseconds since 1970. */
  at: number;
  before: Pick<ServerState, 'status' | 'version' | 'base'> & Pick<EditorDocument, 'savedPassword'>;
  notifies: boolean | null;
}

/** The state of the editor. */
export interface DocumentState extends ServerState {
  /** The fields on the screen. */
  fields: Fields;
  /** Whether the post will be encrypted with a new password. */
  hasNewPassword: boolean;
  /** Whether the changes are based on `saved`; after a restart, they may be based on an older version. */
  isBaseKnown: boolean;
  /** Whether the text is stored on this device, and if not, why. */
  onDevice: 'nothing' | 'kept' | 'full' | 'failed';
  running: Task | null;
  trouble: Trouble | null;
  done: { task: Task; at: number } | null;
  conflict: Conflict | null;
  /** Whether the post is mailed to the subscribers when it is published; null: as the service has stored it. */
  notifies: boolean | null;
  /** The last publication of this editor; null if there was none, or it was undone. */
  publication: Publication | null;
  /** The id that is typed for the post with the id `of`, until it is renamed. */
  newId: { of: string; typed: string } | null;
}

/** A post in the editor. It outlives the screen, because its last changes are saved while that is closed. */
export interface EditorDocument {
  /** Its key on this device, unique for each window. */
  readonly key: string;
  state(): DocumentState;
  set(changes: Partial<DocumentState>): void;
  /** Changes fields. */
  change(fields: Partial<Fields>): void;
  /** For useSyncExternalStore. */
  subscribe(listener: () => void): () => void;
  /** The password of a protected post, only in memory while the editor is open. */
  password: string | null;
  /** The password with which the service has encrypted the text; null for a plain text. */
  savedPassword: string | null;
  /** Text, selection and history of the code editor while it is not on the screen. */
  code: CodeState | null;
  /** The code editor while it is on the screen. */
  view: EditorView | null;
  /** The requests of the tools that the screen handles; null without a screen. */
  requests: ToolRequests | null;
  /** The last focused part. */
  place: 'title' | 'text';
  /** Whether the user has deleted the post: nothing is saved any more. An undo opens another document. */
  isDeleted: boolean;
}

/**
 * The initial state of an editor. A working copy keeps its base version, so that an update detects conflicts.
 */
export function openingState(post: Post, copy: WorkingCopy | null, opened: Opened = {}): OpeningState {
  const held = toServerState(post, copy, opened);
  const version = Math.min(held.version, copy?.baseVersion ?? held.version);
  return { ...held, version, isBaseKnown: version === held.version };
}

interface Opened {
  /** The decrypted text of a protected post. */
  content?: string;
  kind?: Kind;
}

type OpeningState = ServerState & Pick<DocumentState, 'isBaseKnown'>;

/** Opens a document; `held` is absent for a new post. */
export function openDocument(
  held: ServerState & Partial<OpeningState> = emptyServerState(),
  password: string | null = null,
): EditorDocument {
  const listeners = new Set<() => void>();
  const idle = {
    hasNewPassword: false,
    isBaseKnown: true,
    onDevice: 'nothing',
    running: null,
    trouble: null,
    done: null,
    conflict: null,
    notifies: null,
    publication: null,
    newId: null,
  } as const;
  let state: DocumentState = { ...idle, ...held, fields: held.saved };
  const opened: EditorDocument = {
    key: newKey(),
    state: () => state,
    set(changes) {
      state = { ...state, ...changes };
      listeners.forEach((listener) => listener());
    },
    change(fields) {
      const { trouble } = state;
      const isLasting = trouble === 'unreachable' || trouble === 'stale' || trouble === 'gone';
      opened.set({ fields: { ...state.fields, ...fields }, trouble: isLasting ? trouble : null });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    password,
    savedPassword: password,
    code: null,
    view: null,
    requests: null,
    place: 'title',
    isDeleted: false,
  };
  return opened;
}

/** Whether the screen has unsaved changes. */
export function isUnsaved({ fields, saved, hasNewPassword }: DocumentState): boolean {
  return hasNewPassword || !areSame(fields, saved);
}

/** Whether a task is running that excludes a publication; after a save it follows. */
export function excludesPublication({ running }: Pick<DocumentState, 'running'>): boolean {
  return running !== null && running !== 'autosave' && running !== 'save';
}

/** Whether there is something to publish, and no task is running that excludes it. */
export function canPublish(state: DocumentState): boolean {
  const { status, fields, base, hasNewPassword, copyFrom } = state;
  if (excludesPublication(state)) return false;
  return status !== 'published' || hasNewPassword || copyFrom !== null || !areSame(fields, base);
}

/** Whether two states differ in nothing but the text, and are both alike or unlike what is saved and published. */
export function differOnlyInText(one: DocumentState, other: DocumentState): boolean {
  const names = Object.keys(one) as (keyof DocumentState)[];
  const isSaved = ({ fields, saved }: DocumentState) => fields.content === saved.content;
  const isBase = ({ fields, base }: DocumentState) => fields.content === base.content;
  return (
    names.every((name) => name === 'fields' || one[name] === other[name]) &&
    areSame(one.fields, { ...other.fields, content: one.fields.content }) &&
    isSaved(one) === isSaved(other) &&
    isBase(one) === isBase(other)
  );
}

/** Whether the text could not be stored on the device. */
export function isNotStored({ onDevice }: DocumentState): boolean {
  return onDevice === 'full' || onDevice === 'failed';
}

/**
 * The state of a post in the service.
 */
export function toServerState(
  post: Post,
  copy: WorkingCopy | null,
  { content = post.content, kind = 'post' }: Opened = {},
): ServerState {
  const { id, status, version, created_at: createdAt } = post;
  const base = { ...editorFields(post, id), content };
  const saved = { ...base, ...copy?.fields };
  return { kind, id, status, version, createdAt, base, saved, copyFrom: copy?.savedAt ?? null };
}

/** The state of a new post or page. */
export function emptyServerState(kind: Kind = 'post'): ServerState {
  const fields = { ...newFields(), ...(kind === 'page' && { date: '' }) };
  return { kind, id: null, status: 'draft', version: 0, createdAt: null, base: fields, saved: fields, copyFrom: null };
}
