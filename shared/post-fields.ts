/** A field of a post that its author writes. Its kind decides how it is checked, stored, shown and read from front matter. */
export type PostField = TextField | OtherField;

/** Lengths are in characters (code points), for `names` those of each name. */
export interface TextField extends Columns {
  kind: 'line' | 'text' | 'markdown' | 'url' | 'names';
  min?: number;
  max: number;
  /** How many `names` there are at most. */
  most?: number;
}

interface OtherField extends Columns {
  kind: 'flag' | 'status' | 'timestamp' | 'date';
}

interface Columns {
  /** What the API reference says of the field. */
  description: string;
  /** The same for requests, if it differs. */
  inputDescription?: string;
  /** The smallest view of a post that has the field: every list, the administrator's list, or the post alone. */
  shownIn: 'lists' | 'adminList' | 'detail';
  /** Whether a working copy can hold a change of the field. */
  workingCopy: boolean;
  /** Whether restoring a revision brings the field back. Every revision keeps every field. */
  restored: boolean;
  /** The part of the search index that has the field's words, which decides their rank; null: the field is not searched. */
  searchedAs: 'title' | 'tags' | 'excerpt' | 'content' | null;
  /** Front matter: an export writes the first name, an import reads them all. Empty: the field is the body of the file. */
  frontMatter: readonly string[];
}

/**
 * Every field of a post that its author writes, in the order of the API and of exported files. Columns, schemas,
 * projections, revisions, working copies, search, import, export and the editor derive from this table. The name of a
 * column is the name of the field in snake case.
 */
// oxfmt-ignore
export const postFields = {
  title: {
    kind: 'line', min: 1, max: 200,
    description: 'The title.',
    shownIn: 'lists', workingCopy: true, restored: true, searchedAs: 'title',
    frontMatter: ['title'],
  },
  date: {
    kind: 'date',
    description: 'The date it carries.',
    shownIn: 'lists', workingCopy: true, restored: true, searchedAs: null,
    frontMatter: ['date', 'pubdate', 'publishdate', 'published_at', 'published', 'publish', 'publish_at', 'created_at', 'created'],
  },
  excerpt: {
    kind: 'text', max: 500,
    description: 'A short summary; made from the content when none was given.',
    shownIn: 'lists', workingCopy: true, restored: true, searchedAs: 'excerpt',
    frontMatter: ['excerpt', 'description', 'summary'],
  },
  cover: {
    kind: 'url', max: 2000,
    description: 'Address or path of the cover picture.',
    shownIn: 'lists', workingCopy: true, restored: true, searchedAs: null,
    frontMatter: ['cover', 'image', 'heroimage', 'featured_image', 'thumbnail', 'banner', 'images'],
  },
  pinned: {
    kind: 'flag',
    description: 'Whether it stays on top.',
    shownIn: 'lists', workingCopy: true, restored: false, searchedAs: null,
    frontMatter: ['pinned', 'sticky'],
  },
  protected: {
    kind: 'flag',
    description: 'Whether the content is encrypted with a password.',
    shownIn: 'lists', workingCopy: false, restored: true, searchedAs: null,
    frontMatter: ['protected'],
  },
  tags: {
    kind: 'names', min: 1, max: 50, most: 50,
    description: 'In the order given, without doubles.',
    shownIn: 'lists', workingCopy: true, restored: true, searchedAs: 'tags',
    frontMatter: ['tags'],
  },
  category: {
    kind: 'line', max: 50,
    description: 'The category, one at most.',
    shownIn: 'lists', workingCopy: true, restored: true, searchedAs: null,
    frontMatter: ['category', 'categories'],
  },
  status: {
    kind: 'status',
    description: 'Whether everybody sees it.',
    shownIn: 'lists', workingCopy: false, restored: false, searchedAs: null,
    frontMatter: ['draft'],
  },
  publishAt: {
    kind: 'timestamp',
    description: 'From then on a published post is visible; null: at once.',
    inputDescription: 'From then on a published post is visible, ISO 8601 with an offset; null or "": at once.',
    shownIn: 'adminList', workingCopy: false, restored: false, searchedAs: null,
    frontMatter: ['publish_at'],
  },
  content: {
    kind: 'markdown', max: 1_000_000,
    description: 'Markdown; empty when the post is encrypted.', inputDescription: 'Markdown',
    shownIn: 'detail', workingCopy: true, restored: true, searchedAs: 'content',
    frontMatter: [],
  },
} as const satisfies Record<string, PostField>;

type Fields = typeof postFields;

/** The name of a field, as the API and the entities have it. */
export type FieldName = keyof Fields;

export const fieldNames = Object.keys(postFields) as FieldName[];

/** The names of the fields that have one of these values in a column of the table: `fieldsWith('shownIn', 'lists')`. */
export function fieldsWith<C extends keyof PostField, V extends PostField[C]>(column: C, ...values: V[]) {
  const isMeant = (name: FieldName) => values.includes((postFields[name] as PostField)[column] as V);
  return fieldNames.filter(isMeant) as { [N in FieldName]: Fields[N] extends Record<C, V> ? N : never }[FieldName][];
}
