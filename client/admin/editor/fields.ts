import type { BlogInputs, Post, Revision } from '../../index.ts';

/** What the editor changes of a post. */
export interface Fields {
  title: string;
  content: string;
  excerpt: string;
  cover: string;
  tags: string[];
  category: string;
  pinned: 0 | 1;
  /** A day, such as 2026-01-31. */
  date: string;
  /** From then on it is visible; null: at once. */
  publishAt: string | null;
  protected: 0 | 1;
  /** The id of a post; what a new one wishes to have, or "". */
  slug: string;
}

type Working = BlogInputs['workingCopies']['save']['fields'];

/** What changes with the post itself only. */
const notWorking = new Set(['publishAt', 'protected', 'slug']);

/** The fields of a post, or of one of its versions; the text of a protected one is empty here. */
export function fieldsOf(post: Post | Revision, slug: string): Fields {
  const { title, content, excerpt, cover, tags, category, pinned, date, publishAt } = post;
  const fields = { title, content, excerpt, cover, tags, category, pinned, date, publishAt };
  return { ...fields, protected: post.protected, slug };
}

/** A post before anything is written; its day is today's. */
export function emptyFields(): Fields {
  const texts = { title: '', content: '', excerpt: '', cover: '', category: '', slug: '', date: today() };
  return { ...texts, tags: [], pinned: 0, publishAt: null, protected: 0 };
}

/** A text with the line ends that it has in the code editor, so that opening it changes nothing. */
export function withLineFeeds(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}

/** Those of the fields that differ, with what they became. */
export function changesOf(from: Fields, to: Fields): Partial<Fields> {
  return Object.fromEntries(fieldNames(to).flatMap((name) => (isSame(from, to, name) ? [] : [[name, to[name]]])));
}

/** Whether nothing differs. */
export function areSame(one: Fields, other: Fields): boolean {
  return fieldNames(one).every((name) => isSame(one, other, name));
}

/** The same changes on another base: what was not touched becomes what it is there. */
export function onBase(mine: Fields, old: Fields, fresh: Fields): Fields {
  return { ...fresh, ...changesOf(old, mine), slug: fresh.slug };
}

/** What a working copy takes of the changes. */
export function workingOf(changes: Partial<Fields>): Working {
  return Object.fromEntries(Object.entries(changes).filter(([name]) => !notWorking.has(name)));
}

function fieldNames(fields: Fields): (keyof Fields)[] {
  return Object.keys(fields) as (keyof Fields)[];
}

function isSame(one: Fields, other: Fields, name: keyof Fields): boolean {
  return name === 'tags' ? one.tags.join('\0') === other.tags.join('\0') : one[name] === other[name];
}

/** Today where the writer is. */
function today(): string {
  return new Intl.DateTimeFormat('sv-SE').format(new Date());
}
