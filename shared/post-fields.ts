/** A field of a post. Its kind determines how it is validated, stored, shown and read from front matter. */
export type PostField = TextField | OtherField;

/** Lengths in characters (code points); for `names` and `authors`, of each. */
export interface TextField extends Columns {
  /** A `url` may be a path of the site; an `address` is absolute. */
  kind: 'line' | 'text' | 'markdown' | 'url' | 'address' | 'names' | 'authors';
  min?: number;
  max: number;
  /** The maximum number of `names` or `authors`. */
  most?: number;
}

interface OtherField extends Columns {
  kind: 'flag' | 'status' | 'timestamp' | 'date';
}

interface Columns {
  /** The description in the API reference. */
  description: string;
  /** The description for requests, if different. */
  inputDescription?: string;
  /** The smallest view of a post with the field: every list, the administrator's list, or the post alone. */
  shownIn: 'lists' | 'adminList' | 'detail';
  /** Whether a working copy can contain a change of the field. */
  workingCopy: boolean;
  /** Whether restoring a revision restores the field. Every revision contains every field. */
  restored: boolean;
  /** The part of the search index with the field's words, which determines their rank; null: not searched. */
  searchedAs: 'title' | 'tags' | 'excerpt' | 'content' | null;
  /** Front matter: an export writes the first name, an import reads all. Empty: the field is the body of the file. */
  frontMatter: readonly string[];
}

/**
 * All fields of a post that an author controls, in the order of the API and of exported files. Columns, schemas,
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
    frontMatter: ['date', 'pubdate', 'publishdate', 'published_at', 'pubdatetime', 'published', 'publish', 'publish_at', 'created_at', 'created'],
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
  coverAlt: {
    kind: 'line', max: 300,
    description: 'The alternative text of the cover picture.',
    shownIn: 'detail', workingCopy: true, restored: true, searchedAs: null,
    frontMatter: ['cover_alt', 'coveralt', 'image_alt', 'imagealt', 'heroimagealt', 'feature_image_alt', 'thumbnail_alt'],
  },
  coverCaption: {
    kind: 'line', max: 500,
    description: 'The caption of the cover picture.',
    shownIn: 'detail', workingCopy: true, restored: true, searchedAs: null,
    frontMatter: ['cover_caption', 'covercaption', 'image_caption', 'imagecaption', 'feature_image_caption'],
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
  author: {
    kind: 'line', max: 80,
    description: 'The name of the author; empty: the author of the site. With `authors` it is their names.',
    shownIn: 'lists', workingCopy: true, restored: true, searchedAs: null,
    frontMatter: ['author'],
  },
  authors: {
    kind: 'authors', min: 1, max: 80, most: 10,
    description: 'The ids of its authors, in the order given, without doubles.',
    shownIn: 'detail', workingCopy: true, restored: true, searchedAs: null,
    frontMatter: ['authors'],
  },
  metaTitle: {
    kind: 'line', max: 120,
    description: 'The title for search engines; empty: the title.',
    shownIn: 'detail', workingCopy: true, restored: true, searchedAs: null,
    frontMatter: ['meta_title', 'metatitle', 'seo_title', 'seotitle'],
  },
  metaDescription: {
    kind: 'text', max: 320,
    description: 'The description for search engines; empty: the excerpt.',
    shownIn: 'detail', workingCopy: true, restored: true, searchedAs: null,
    frontMatter: ['meta_description', 'metadescription', 'seo_description', 'seodescription'],
  },
  canonicalUrl: {
    kind: 'address', max: 2000,
    description: 'The absolute URL of the original, for search engines; empty: its own.',
    shownIn: 'detail', workingCopy: true, restored: true, searchedAs: null,
    frontMatter: ['canonical_url', 'canonicalurl', 'canonical'],
  },
  shareTitle: {
    kind: 'line', max: 120,
    description: 'The title of link previews; empty: the title for search engines.',
    shownIn: 'detail', workingCopy: true, restored: true, searchedAs: null,
    frontMatter: ['share_title', 'sharetitle', 'og_title', 'ogtitle'],
  },
  shareDescription: {
    kind: 'text', max: 320,
    description: 'The description of link previews; empty: the one for search engines.',
    shownIn: 'detail', workingCopy: true, restored: true, searchedAs: null,
    frontMatter: ['share_description', 'sharedescription', 'og_description', 'ogdescription'],
  },
  shareImage: {
    kind: 'url', max: 2000,
    description: 'Address or path of the picture of link previews; empty: the cover.',
    shownIn: 'detail', workingCopy: true, restored: true, searchedAs: null,
    frontMatter: ['share_image', 'shareimage', 'og_image', 'ogimage'],
  },
  noindex: {
    kind: 'flag',
    description: 'Whether search engines are asked to leave it out.',
    shownIn: 'detail', workingCopy: true, restored: true, searchedAs: null,
    frontMatter: ['noindex', 'robotsnoindex'],
  },
  status: {
    kind: 'status',
    description: 'Whether the post is public.',
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

/** The name of a field in the API and the entities. */
export type FieldName = keyof Fields;

export const fieldNames = Object.keys(postFields) as FieldName[];

/** The names of the fields with one of these values in a column of the table: `fieldsWith('shownIn', 'lists')`. */
export function fieldsWith<C extends keyof PostField, V extends PostField[C]>(column: C, ...values: V[]) {
  const isMeant = (name: FieldName) => values.includes((postFields[name] as PostField)[column] as V);
  return fieldNames.filter(isMeant) as { [N in FieldName]: Fields[N] extends Record<C, V> ? N : never }[FieldName][];
}
