import { wantedId } from './choose-ids.ts';
import { dayInPath, dayOf } from './days.ts';
import {
  booleanOf,
  coverOf,
  firstText,
  lowerCased,
  namesOf,
  tableOf,
  textOf,
  textsOf,
  truthOf,
  unique,
  type Fields,
} from './fields.ts';
import { splitFrontMatter } from './front-matter.ts';
import { isRelative, relativePictures, withoutFences } from './pictures.ts';
import { publicationOf } from './publication.ts';

/** One post as its Markdown file tells it. What the file does not tell is undefined and left to the service. */
export interface SourcePost {
  /** What tells the post again at the next import: `source_key` of the front matter, else the path in the folder. */
  sourceKey: string;
  /** The id that the file asks for, already in the form of an id. */
  slug: string;
  title: string;
  /** YYYY-MM-DD, the day as written. */
  date?: string | undefined;
  content: string;
  excerpt?: string | undefined;
  tags: string[];
  category?: string | undefined;
  cover?: string | undefined;
  status: 'published' | 'draft';
  /** When it is to appear; null: at once, whatever its date says. */
  publishAt?: string | null | undefined;
  /** Why it is a draft. */
  draftBecause?: string;
  /** What else there is to say of it. */
  notes: string[];
  pinned?: boolean | undefined;
  protected?: boolean | undefined;
  /** A protected post's text as an export wrote it. */
  enc?: { salt: string; iv: string; data: string } | undefined;
  /** The front matter's `password` (hexo-blog-encrypt): the text is not for everyone. Send it along or leave the post out. */
  password?: string | undefined;
  /** Old paths from the site's root, each with a leading `/`. */
  aliases: string[];
  /** Pictures that lie beside the file, as they are written in it. */
  relativePictures: string[];
}

/**
 * Reads one Markdown file of a Hugo, Zola, Jekyll, Hexo, Astro or Octavo folder.
 * Texts that are too long are left for the service to refuse; only the excerpt is cut, at its 500 code points.
 * @param relativePath path in the folder, with `/`
 * @param now in milliseconds; what is dated later is not published yet
 * @throws Error with one sentence, when the front matter cannot be read or a date is none
 */
export function sourcePostOf(relativePath: string, text: string, now = Date.now()): SourcePost {
  const { data, body } = splitFrontMatter(text);
  const own = lowerCased(data);
  const fields: Fields = { ...lowerCased(tableOf(own['taxonomies'])), ...own };
  const path = relativePath.normalize('NFC');
  const title = textOf(fields['title']) ?? headingOf(body) ?? readable(nameOf(path));
  const [category, ...otherCategories] = categoriesOf(fields);
  const cover = coverOf(fields) ?? coverOf(lowerCased(tableOf(fields['extra'])));
  const date = dateOf(fields, path);
  return {
    sourceKey: textOf(fields['source_key']) ?? path,
    slug: slugOf(fields, path) || wantedId(title) || 'post',
    title,
    date,
    content: body,
    excerpt: excerptOf(fields),
    tags: unique([...namesOf(fields['tags']), ...otherCategories]),
    category: category ?? (fields['category'] === '' ? '' : undefined),
    cover,
    ...publicationOf(data, path, date, now),
    pinned: booleanOf(fields['pinned'] ?? fields['sticky']),
    protected: booleanOf(fields['protected']),
    enc: encOf(tableOf(fields['enc'])),
    password: textOf(fields['password']),
    aliases: aliasesOf(fields),
    relativePictures: unique([...relativePictures(body), ...[cover ?? ''].filter(isRelative)]),
  };
}

// A numeric `id` is a row number of the system that the file came from.
function slugOf(fields: Fields, path: string): string {
  const asked = [fields['slug'], fields['id'], fields['path']].filter((value) => typeof value === 'string');
  return [...asked, nameOf(path)].map((text) => wantedId(lastSegment(text))).find((id) => id !== '') ?? '';
}

function lastSegment(path: string): string {
  const segments = path.replace(/\.html?$/i, '').split('/');
  return segments.findLast((segment) => segment !== '') ?? '';
}

// `2024-02-04-name.md` and the bundle `name/index.md` are both called "name".
function nameOf(path: string): string {
  const segments = path.replace(/\.[^./]+$/, '').split('/');
  const last = segments.pop() ?? '';
  const name = last === 'index' ? (segments.pop() ?? last) : last;
  return name.replace(/^\d{4}-\d{1,2}-\d{1,2}[-_ ]+(?=.)/, '');
}

function headingOf(body: string): string | undefined {
  const heading = /^ {0,3}#[ \t]+(\S.*)$/m.exec(withoutFences(body))?.[1]?.trimEnd();
  return heading && textOf(heading.replace(/[ \t]#+$/, ''));
}

function readable(name: string): string {
  const words = name.replace(/[-_\s]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function dateOf(fields: Fields, path: string): string | undefined {
  const names = [
    'date',
    'pubdate',
    'publishdate',
    'published_at',
    'published',
    'publish',
    'publish_at',
    'created_at',
    'created',
  ];
  const written = names.map((name) => fields[name]).find((value) => value && truthOf(value) === undefined);
  const paths = [fields['path'], fields['url'], fields['permalink'], path].map(textOf);
  return dayOf(written) ?? paths.map((text) => dayInPath(text ?? '')).find((day) => day !== undefined);
}

function excerptOf(fields: Fields): string | undefined {
  const written = fields['excerpt'];
  const excerpt = typeof written === 'string' ? written : firstText(fields, ['description', 'summary']);
  const points = [...(excerpt ?? '')];
  return points.length > 500 ? `${points.slice(0, 499).join('').trimEnd()}…` : excerpt;
}

// One `category` is one, even with a comma in it.
function categoriesOf({ category, categories }: Fields): string[] {
  return namesOf(category === undefined || category === null ? categories : [category]);
}

function encOf({ salt, iv, data }: Fields): SourcePost['enc'] {
  if (typeof salt !== 'string' || typeof iv !== 'string' || typeof data !== 'string') return undefined;
  return { salt, iv, data };
}

function aliasesOf(fields: Fields): string[] {
  const names = ['aliases', 'redirect_from', 'path', 'url', 'permalink'];
  const paths = names.flatMap((name) => textsOf(fields[name])).map((text) => oldPath(text.trim()));
  return unique(paths.filter((path) => path !== '/'));
}

// Jekyll's permalink may be a pattern (`/:year/:title/`) or the name of one (`pretty`): neither is a path.
function oldPath(text: string): string {
  if (/^(?:date|pretty|ordinal|weekdate|none)$|\/:|^:/.test(text)) return '/';
  const path = /^https?:/i.test(text) && URL.canParse(text) ? new URL(text).pathname : text.replace(/[?#][^]*$/, '');
  return `/${path.replace(/^\/+/, '')}`;
}
