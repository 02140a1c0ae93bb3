import type { EditorState as CodeState } from '@codemirror/state';

import type { Post, WorkingCopy } from '../../index.ts';
import { newKey } from './device.ts';
import { areSame, fieldsOf, newFields, withLineFeeds, type Fields } from './fields.ts';

/** What can be asked of the service. */
export type Task = 'save' | 'publish' | 'unpublish';

/** What keeps a text from where it should go: a sentence of the service, or something that the app knows itself. */
export type Trouble = 'unreachable' | 'stale' | 'no-title' | 'no-copy-of-protected' | 'gone' | { sentence: string };

/** The post as the service has it. */
export interface Held {
  /** Null while it is not there yet. */
  id: string | null;
  status: Post['status'];
  version: number;
  /** What the post itself says. */
  base: Fields;
  /** The same with the changes that wait in a working copy. */
  saved: Fields;
  /** When the working copy was saved; null when there is none. */
  copyFrom: string | null;
}

/** A post that somebody else changed as well, and what was to be done with ours. */
export interface Conflict {
  theirs: Held;
  /** Whether theirs is encrypted with a password that is not known here: its text is empty. */
  isLocked: boolean;
  task: Task;
}

/** All that the editor knows. */
export interface DocumentState extends Held {
  /** What is on the screen. */
  fields: Fields;
  /** Whether the post is to be encrypted under another password. */
  hasNewPassword: boolean;
  /** Where this device has the text: on its disk, or nowhere because it has no room or keeps nothing at all. */
  onDevice: 'nothing' | 'kept' | 'full' | 'failed';
  running: Task | null;
  trouble: Trouble | null;
  done: { task: Task; at: number } | null;
  conflict: Conflict | null;
}

/** A post in the editor. It outlives the screen, because a new post gets its address while somebody writes it. */
export interface EditorDocument {
  /** Under which this device keeps it; another one for each window. */
  readonly key: string;
  state(): DocumentState;
  set(changes: Partial<DocumentState>): void;
  /** Somebody changed fields. */
  change(fields: Partial<Fields>): void;
  /** For useSyncExternalStore. */
  subscribe(listener: () => void): () => void;
  /** What opens the post while it is protected: in memory, as long as the editor is open, and nowhere else. */
  password: string | null;
  /** Text, selection and history of the code editor, while it moves from one screen to another. */
  code: CodeState | null;
  /** Where the writer was last. */
  place: 'title' | 'text';
}

/**
 * What an editor begins with: a working copy counts for the version that it was begun with, so that updating asks when
 * the post went on since then.
 */
export function begunOf(post: Post, copy: WorkingCopy | null, content?: string): Held {
  const held = heldOf(post, copy, content);
  return { ...held, version: Math.min(held.version, copy?.baseVersion ?? held.version) };
}

/** Opens a document; `held` is absent for a new post. */
export function openDocument(held: Held = nothingHeld(), password: string | null = null): EditorDocument {
  const listeners = new Set<() => void>();
  const idle = {
    hasNewPassword: false,
    onDevice: 'nothing',
    running: null,
    trouble: null,
    done: null,
    conflict: null,
  } as const;
  let state: DocumentState = { ...held, ...idle, fields: held.saved };
  const opened: EditorDocument = {
    key: newKey(),
    state: () => state,
    set(changes) {
      state = { ...state, ...changes };
      listeners.forEach((listener) => listener());
    },
    change(fields) {
      const trouble = state.trouble === 'unreachable' ? state.trouble : null;
      opened.set({ fields: { ...state.fields, ...fields }, trouble });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    password,
    code: null,
    place: 'title',
  };
  return opened;
}

/** Whether the screen says something that the service does not have. */
export function isUnsaved({ fields, saved, hasNewPassword }: DocumentState): boolean {
  return hasNewPassword || !areSame(fields, saved);
}

/** Whether the device was asked to keep the text and could not. */
export function isUnkept({ onDevice }: DocumentState): boolean {
  return onDevice === 'full' || onDevice === 'failed';
}

/**
 * What the service has of a post.
 *
 * @param content the text of a protected post, decrypted
 */
export function heldOf(post: Post, copy: WorkingCopy | null, content: string = post.content): Held {
  const { id, status, version } = post;
  const base = { ...fieldsOf(post, id), content: withLineFeeds(content) };
  const both = { ...base, ...copy?.fields };
  const saved = { ...both, content: withLineFeeds(both.content) };
  return { id, status, version, base, saved, copyFrom: copy?.savedAt ?? null };
}

function nothingHeld(): Held {
  const fields = newFields();
  return { id: null, status: 'draft', version: 0, base: fields, saved: fields, copyFrom: null };
}
