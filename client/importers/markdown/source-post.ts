import { postFields } from '../../../shared/post-fields.ts';
import { wantedId } from './choose-ids.ts';
import { dateInPath } from './dates.ts';
import { declaredFields, type DeclaredFields } from './declared-fields.ts';
import { imageOf, lowerCased, namesOf, tableOf, textOf, textsOf, unique, type Fields } from './fields.ts';
import { splitFrontMatter } from './front-matter.ts';
import { isRelative, relativeImages, withoutFences } from './images.ts';
import { publicationOf } from './publication.ts';

/** A post as its Markdown file declares it. Fields that are undefined are left to the service. */
export interface SourcePost extends DeclaredFields {
  /** Identifies the post at the next import: `source_key` of the front matter, else the path in the folder. */
  sourceKey: string;
  /** The id that the file asks for, already in the form of an id. */
  slug: string;
  title: string;
  content: string;
  tags: string[];
  status: 'published' | 'draft';
  /** Why it is a draft. */
  draftBecause?: string;
  /** What else there is to say of it. */
  notes: string[];
  /** The text of a protected post as an export wrote it. */
  enc?: { salt: string; iv: string; data: string } | undefined;
  /** The front matter's `password` (hexo-blog-encrypt): the text is not public. Send it along or leave the post out. */
  password?: string | undefined;
  /** Old paths from the site's root, each with a leading `/`. */
  aliases: string[];
  /** Images beside the file, as the file refers to them. */
  relativeImages: string[];
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
  const declared = declaredFields(fields);
  const title = textOf(fields['title']) ?? headingOf(body) ?? readable(nameOf(path));
  const [category, ...otherCategories] = categoriesOf(fields);
  const cover = declared.cover ?? imageOf(lowerCased(tableOf(fields['extra'])), postFields.cover.frontMatter);
  const date = declared.date ?? dateInPaths(fields, path);
  return {
    ...declared,
    sourceKey: textOf(fields['source_key']) ?? path,
    slug: slugOf(fields, path) || wantedId(title) || 'post',
    title,
    date,
    content: body,
    excerpt: shortened(declared.excerpt),
    tags: unique([...(declared.tags ?? []), ...otherCategories]),
    category: category ?? (fields['category'] === '' ? '' : undefined),
    cover,
    ...publicationOf(data, path, date, now),
    enc: encOf(tableOf(fields['enc'])),
    password: textOf(fields['password']),
    aliases: aliasesOf(fields),
    relativeImages: unique([...relativeImages(body), ...[cover ?? ''].filter(isRelative)]),
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

function dateInPaths(fields: Fields, path: string): string | undefined {
  const paths = [fields['path'], fields['url'], fields['permalink'], path].map(textOf);
  return paths.map((text) => dateInPath(text ?? '')).find((day) => day !== undefined);
}

/** Descriptions of other tools may be longer than an excerpt. */
function shortened(excerpt: string | undefined): string | undefined {
  if (excerpt === undefined) return undefined;
  const points = [...excerpt];
  const { max } = postFields.excerpt;
  return points.length > max
    ? `${points
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
    : excerpt;
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
