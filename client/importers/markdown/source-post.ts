import { postFields } from '../../../shared/post-fields.ts';
import { shorten } from '../../../shared/shorten.ts';
import { readCategories, categoryFolders, ofJekyll, withWordLists } from './categories.ts';
import { toId } from './choose-ids.ts';
import { dateInPath } from './dates.ts';
import { declaredAddresses, declaredAliases, isPattern, oldPath } from './declared-addresses.ts';
import { declaredFields, type DeclaredFields } from './declared-fields.ts';
import {
  readBoolean,
  readImage,
  lowerCased,
  readNames,
  scalarText,
  readTable,
  textField,
  unique,
  withoutAccents,
  type Fields,
} from './fields.ts';
import { plainFileName, contentFolders, bundleLanguage, postName, contentSections } from './file-path.ts';
import { isInNoList } from './hidden.ts';
import { htmlToMarkdown } from '../html/to-markdown.ts';
import { checkAddresses, fittingMeta } from '../meta-fields.ts';
import { tolerateTwice } from './front-matter.ts';
import { isRelative, relativeImages } from './images.ts';
import { unreadFields } from './left-over.ts';
import { readMdx, type ReadMdx } from './mdx.ts';
import { findSlug, findTitle } from './names.ts';
import { readSourceTimes, type SourceTimes } from './timestamps.ts';
import type { PermalinkFacts } from './permalinks.ts';
import { readPublication } from './publication.ts';
import { plainRules, type FileRules } from './site/site-config.ts';

/** A post as declared by its Markdown file. Undefined fields are left to the service. */
export interface SourcePost extends DeclaredFields {
  /** Identifies the post in later imports: `source_key` of the front matter, else the path in the folder. */
  sourceKey: string;
  /** The requested id, in the format of ids. */
  slug: string;
  title: string;
  content: string;
  tags: string[];
  status: 'published' | 'draft';
  /** A page of the site; undefined for a post. */
  kind: 'page' | undefined;
  /** Whether visitors may comment on a page. */
  allowComments?: boolean | undefined;
  /** Whether visitors cannot comment on a post. */
  commentsClosed?: boolean | undefined;
  /** Why it is a draft. */
  draftBecause: string | undefined;
  /** The same file by the configuration of its site. */
  onSite: (rules: FileRules, timeZone: string | undefined) => SourcePost;
  /** Whether the file begins with a front matter, without which Jekyll copies it as it is. */
  beginsWithFields: boolean;
  /** The fields of its front matter, with names in lower case, and those that it inherits. */
  fields: Fields;
  /** Further notes. */
  notes: string[];
  /** The encrypted text of a protected post, as exported. */
  enc?: { salt: string; iv: string; data: string } | undefined;
  /** The `password` of the front matter (hexo-blog-encrypt): the text is not public. Send it along or skip the post. */
  password?: string | undefined;
  /** When it was created in its source, ISO 8601 in UTC. */
  created_at?: string | undefined;
  /** When it last changed there. */
  updated_at?: string | undefined;
  /** Those times as written without an offset, which are in the time zone of the site. */
  local: SourceTimes['local'];
  /** The fields of the front matter that are not read. */
  unread: string[];
  /** What a permalink pattern may contain. */
  facts: PermalinkFacts;
  /** The permalink pattern in its own front matter. */
  permalink?: string | undefined;
  /** The paths in its front matter that are its address. */
  declaredPaths: string[];
  /** Old paths from the site's root, each with a leading `/`. */
  aliases: string[];
  /** Local images, as the file references them. */
  relativeImages: string[];
}

/**
 * Reads one Markdown file of a Hugo, Zola, Jekyll, Hexo, Astro or Octavo folder.
 * Texts that are too long are left for the service to reject; only the excerpt and the author are truncated.
 * @param relativePath path in the folder, with `/`
 * @param now in milliseconds; posts with a later date are not published yet
 * @throws Error with one sentence for an invalid front matter or date
 */
export function readSourcePost(relativePath: string, text: string, now = Date.now()): SourcePost {
  const { data, body: written, ...problems } = tolerateTwice(text);
  const path = relativePath.normalize('NFC');
  const { markdown: body, program }: ReadMdx = textOfFile(path, written);
  const beginsWithFields = /^\uFEFF?---\s*\n/.test(text);
  const reasons = { ...problems, ...(program !== undefined && { broken: program }) };
  return toPost({ path, data, body, now, beginsWithFields, ...reasons }, plainRules(path), undefined);
}

function textOfFile(path: string, text: string): ReadMdx {
  if (/\.mdx$/i.test(path)) return readMdx(text);
  return { markdown: /\.html?$/i.test(path) ? htmlToMarkdown(text).markdown : text };
}

const UNLISTED = 'Hugo has it in no list, so it is imported as a page that search engines do not index.';

/** A file as it was read. */
interface Written {
  path: string;
  data: Fields;
  body: string;
  now: number;
  beginsWithFields: boolean;
  /** Why it is a draft, by the form of its front matter or of its text. */
  broken?: string;
  /** A remark about its front matter. */
  note?: string;
}

function toPost(file: Written, rules: FileRules, timeZone: string | undefined): SourcePost {
  const { path, data, body, now } = file;
  const own = lowerCased(data);
  const given: Fields = Object.assign({}, ...rules.inherited.map(({ fields: one }) => lowerCased(one)));
  const all: Fields = { ...given, ...lowerCased(readTable(own['taxonomies'])), ...own };
  const fields = ofJekyll.test(path) ? withWordLists(all) : all;
  const declared = declaredFields(fields);
  const title = findTitle(fields, body, path);
  const ofFolders = categoryFolders(path, rules.path);
  const categories = unique([...ofFolders, ...readCategories(fields)]);
  const [category, ...otherCategories] = categories;
  const cover = declared.cover ?? readImage(lowerCased(readTable(fields['extra'])), postFields.cover.frontMatter);
  const notes: string[] = [];
  const meta = readMeta(fields, declared, notes);
  const inName = rules.datesByName === undefined ? undefined : dateInPath(path);
  const isByName = inName !== undefined && (rules.datesByName === 'first' || declared.date === undefined);
  const date = isByName ? inName : (declared.date ?? dateInPaths(fields, path));
  const slug = scalarText(fields['slug']) ?? (isByName ? postName(rules.path) : undefined);
  const inAddress = rules.dropsAccents ? withoutAccents : (text: string) => text;
  const times = readSourceTimes(fields, date);
  const publication = readPublication(data, { path, date, now, timeZone, rules });
  const isUnlisted = publication.status === 'published' && isInNoList(fields);
  return {
    ...declared,
    ...meta,
    sourceKey: textField(fields['source_key']) ?? path,
    slug: findSlug(fields, path) || toId(title) || 'post',
    title,
    date,
    content: body,
    excerpt: shortened(declared.excerpt, postFields.excerpt.max),
    author: shortened(declared.author ?? readAuthors(fields), postFields.author.max),
    tags: unique([...(declared.tags ?? []), ...otherCategories]),
    category: category ?? (fields['category'] === '' ? '' : undefined),
    cover,
    ...publication,
    ...(isUnlisted && { kind: 'page' as const, noindex: true }),
    ...(file.broken !== undefined && { status: 'draft' as const, draftBecause: file.broken }),
    notes: [
      ...publication.notes,
      ...(isUnlisted ? [UNLISTED] : []),
      ...notes,
      ...(file.note === undefined ? [] : [file.note]),
    ],
    onSite: (ofSite, ofZone) => toPost(file, ofSite, ofZone),
    beginsWithFields: file.beginsWithFields,
    fields,
    allowComments: readBoolean(fields['comments']),
    commentsClosed: readBoolean(fields['comments']) === false ? true : undefined,
    enc: readEncrypted(readTable(fields['enc'])),
    password: textField(fields['password']),
    ...times,
    unread: unreadFields(own),
    facts: {
      date,
      created: times.created_at,
      title: inAddress(title),
      slug: slug === undefined ? undefined : inAddress(slug),
      name: inAddress(postName(rules.path)),
      fileName: inAddress(plainFileName(rules.path)),
      language: bundleLanguage(rules.path),
      sections: (rules.pattern === '' ? contentSections(path) : contentFolders(rules.path)).map(inAddress),
      // In addresses, Jekyll and Hexo have those of the list first.
      categories: unique([...ofFolders, ...readNames(fields['categories']), ...categories]),
      author: textField(fields['author']),
      id: textField(fields['id']),
      keepsCase: rules.keepsCase,
      sectionFolders: rules.sections,
    },
    permalink: declaredAddresses(fields).find(isPattern),
    declaredPaths: declaredAddresses(fields)
      .filter((text) => !isPattern(text))
      .map(oldPath),
    aliases: declaredAliases(fields),
    relativeImages: unique([...relativeImages(body), ...[cover ?? '', meta.shareImage ?? ''].filter(isRelative)]),
  };
}

/**
 * The fields for search engines and link previews, and the texts of the cover, which some themes have in its table
 * (`image: { path, alt }`); empty ones stay as declared.
 */
function readMeta(fields: Fields, declared: DeclaredFields, notes: string[]): DeclaredFields {
  const covers = postFields.cover.frontMatter.map((name) => lowerCased(readTable(fields[name])));
  const textOfCover = (name: string) => covers.map((table) => textField(table[name])).find(Boolean);
  const robots = [fields['robots']].flat().join();
  const meta = fittingMeta({
    ...declared,
    noindex: declared.noindex ?? /\bnoindex\b/i.test(robots),
    coverAlt: declared.coverAlt ?? textOfCover('alt'),
    coverCaption: declared.coverCaption ?? textOfCover('caption'),
  });
  const { canonicalUrl, shareImage, ...others } = checkAddresses(meta, () => false, notes);
  const empty = (value: string | undefined) => (value === '' ? value : undefined);
  return {
    ...others,
    canonicalUrl: canonicalUrl ?? empty(declared.canonicalUrl),
    shareImage: shareImage ?? empty(declared.shareImage),
  };
}

function dateInPaths(fields: Fields, path: string): string | undefined {
  const paths = [fields['path'], fields['url'], fields['permalink'], path].map(textField);
  return paths.map((text) => dateInPath(text ?? '')).find((day) => day !== undefined);
}

/** Descriptions and author lists of other tools may be longer than the fields here. */
function shortened(text: string | undefined, max: number): string | undefined {
  return text === undefined ? undefined : shorten(text, max);
}

/** Authors as a list, or as tables with a name. */
function readAuthors({ author, authors }: Fields): string | undefined {
  const values: unknown[] = [author ?? authors].flat();
  const names = values.map((value) => textField(value) ?? textField(lowerCased(readTable(value))['name']));
  return names.filter((name) => name !== undefined).join(', ') || undefined;
}

function readEncrypted({ salt, iv, data }: Fields): SourcePost['enc'] {
  if (typeof salt !== 'string' || typeof iv !== 'string' || typeof data !== 'string') return undefined;
  return { salt, iv, data };
}
