import { eleventySlug, eleventySlugify } from './ascii-slug.ts';

/** The properties of a post that its address in a generator may contain. */
export interface PermalinkFacts {
  /** YYYY-MM-DD. */
  date?: string | undefined;
  /** ISO 8601 in UTC. */
  created?: string | undefined;
  title: string;
  /** `slug` of the front matter. */
  slug?: string | undefined;
  /** The name of the file without date and extension, or of its folder. */
  name: string;
  /** The name of the file without extension. */
  fileName: string;
  /** The language of a translation, in front of its address in Hugo and Zola; "" or absent for others. */
  language?: string;
  /** The folders of the file below the content of the site. */
  sections: string[];
  /** Those of them that are sections of Hugo; absent: all. */
  sectionFolders?: string[] | undefined;
  categories: string[];
  author?: string | undefined;
  id?: string | undefined;
  /** Whether the case of names stays in addresses. */
  keepsCase?: boolean | undefined;
}

/**
 * The former path of a post, by a permalink pattern with the tokens of Jekyll, Hugo, Hexo (`:year`), WordPress
 * (`%year%`) or Ghost (`{year}`).
 *
 * @param own values of tokens that the generator has from elsewhere
 * @returns a path from the root of the site; undefined if the post lacks what the pattern needs
 * @throws Error with one sentence for an unknown token
 */
export function fillPermalink(
  pattern: string,
  facts: PermalinkFacts,
  own: ReadonlyMap<string, string> = new Map(),
): string | undefined {
  if (pattern.includes('{{')) throw new Error(`The permalink "${pattern}" is a template that Octavo does not know.`);
  let isComplete = true;
  const path = pattern.replace(TOKEN, (token, name = '', slice = '', ofWordPress = '', ofGhost = '') => {
    const called = `${name}${ofWordPress}${ofGhost}`.toLowerCase();
    const value = own.get(called) ?? (tokens[called] ?? unknown(token))(facts, slice);
    if (value === undefined) isComplete = false;
    return value ?? '';
  });
  return isComplete ? `/${path}`.replace(/\/{2,}/g, '/') : undefined;
}

/**
 * Checks a permalink pattern.
 *
 * @throws Error with one sentence for an unknown token, or if there is none
 */
export function checkPattern(pattern: string): void {
  const known = [...pattern.matchAll(TOKEN)];
  if (known.length === 0) throw new Error(`The permalink "${pattern}" has no token such as :title.`);
  for (const [token, name = '', , ofWordPress = '', ofGhost = ''] of known) {
    if (!(`${name}${ofWordPress}${ofGhost}`.toLowerCase() in tokens)) unknown(token);
  }
}

/** Whether a token with this name needs no value of its own. */
export function isToken(name: string): boolean {
  return name in tokens;
}

const TOKEN = /:([a-z_]+)(?:\[([^\]]*)\])?|%([a-z_]+)%|\{([a-z_]+)\}/gi;
const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** @param slice such as `1:`, in Hugo behind `:sections` */
type Token = (facts: PermalinkFacts, slice: string) => string | undefined;

const day = (of: (date: Date) => string | number): Token => {
  return ({ date }) => (date === undefined ? undefined : String(of(new Date(`${date}T00:00:00Z`))));
};
const time = (from: number): Token => {
  return ({ created }) => created?.slice(from, from + 2);
};
const month = day((date) => pad(date.getUTCMonth() + 1));
const slug: Token = ({ slug: own, name }) => pathSegment(own ?? name);
const folders: Token = ({ sections, keepsCase }) => sections.map((name) => urlize(name, keepsCase)).join('/');
const ofSections: Token = ({ sections, sectionFolders = sections, keepsCase }, slice) =>
  sliced(sectionFolders, slice)
    .map((name) => urlize(name, keepsCase))
    .join('/');
const categories: Token = ({ categories: names }) => names.join('/').toLowerCase();
const postTitle: Token = ({ title, keepsCase }) => urlize(title, keepsCase);

const tokens: Record<string, Token> = {
  year: day((date) => date.getUTCFullYear()),
  short_year: ({ date }) => date?.slice(2, 4),
  month,
  monthnum: month,
  i_month: day((date) => date.getUTCMonth() + 1),
  monthname: day((date) => MONTHS[date.getUTCMonth()]!.toLowerCase()),
  long_month: day((date) => MONTHS[date.getUTCMonth()]!),
  short_month: day((date) => MONTHS[date.getUTCMonth()]!.slice(0, 3)),
  day: ({ date }) => date?.slice(8, 10),
  i_day: day((date) => date.getUTCDate()),
  y_day: day((date) => String(dayOfYear(date)).padStart(3, '0')),
  yearday: day(dayOfYear),
  weekday: day((date) => date.getUTCDay()),
  weekdayname: day((date) => DAYS[date.getUTCDay()]!.toLowerCase()),
  long_day: day((date) => DAYS[date.getUTCDay()]!),
  short_day: day((date) => DAYS[date.getUTCDay()]!.slice(0, 3)),
  hour: time(11),
  minute: time(14),
  second: time(17),
  title: slug,
  slug: ({ slug: own, name }) => lowSegment(own ?? name),
  postname: slug,
  name: ({ name }) => pathSegment(name),
  basename: ({ fileName }) => pathSegment(fileName),
  filename: ({ fileName }) => urlize(fileName),
  contentbasename: ({ fileName }) => urlize(fileName),
  filepathstem: () => undefined,
  eleventy_stem: ({ sections, fileName }) => [...sections, fileName.replace(/^\d{4}-\d\d-\d\d-(?=.)/, '')].join('/'),
  slugorfilename: ({ slug: own, fileName, name, keepsCase }) =>
    urlize(own ?? (/^_?index$/.test(fileName) ? name : fileName), keepsCase),
  slugorcontentbasename: ({ slug: own, name }) => urlize(own ?? name),
  slugorposttitle: ({ slug: own, title, keepsCase }) => urlize(own ?? title, keepsCase),
  page_path: ({ sections, fileName, name }) => [...sections, ...(fileName === 'index' ? [name] : [])].join('/'),
  collection_path: ({ sections, fileName, name }) => [...sections, fileName === 'index' ? name : fileName].join('/'),
  jekyll_name: ({ fileName }) => lowSegment(fileName),
  zola_path: () => undefined,
  hash: () => undefined,
  eleventy_slugify: ({ title }) => eleventySlugify(title),
  eleventy_slug: ({ title }) => eleventySlug(title),
  post_title: postTitle,
  section: ({ sections }) => urlize(sections[0] ?? ''),
  sections: ofSections,
  folders,
  path: folders,
  categories,
  category: categories,
  slugified_categories: ({ categories: names }) => names.map(lowSegment).join('/'),
  week: day((date) => pad(isoWeek(date).week)),
  w_year: day((date) => isoWeek(date).year),
  w_day: day((date) => date.getUTCDay() || 7),
  author: ({ author }) => (author === undefined ? undefined : urlize(author)),
  id: ({ id }) => id,
  post_id: ({ id }) => id,
  collection: () => 'posts',
  output_ext: () => '.html',
};

function unknown(token: string): never {
  throw new Error(
    `The permalink has ${token}, which is not a token of Jekyll, Hugo, Hexo, WordPress or Ghost that Octavo knows.`,
  );
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}

function dayOfYear(date: Date): number {
  return Math.round((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000) + 1;
}

/** The week by ISO 8601, and the year to which it belongs. */
function isoWeek(date: Date): { year: number; week: number } {
  const thursday = new Date(date.getTime() + (4 - (date.getUTCDay() || 7)) * 86_400_000);
  return { year: thursday.getUTCFullYear(), week: Math.ceil(dayOfYear(thursday) / 7) };
}

/** As Jekyll makes a segment of a path from a name. */
function pathSegment(name: string): string {
  return name.replace(/[^\p{L}\p{M}\p{Nd}._~!$&'()+,;=@]+/gu, '-').replace(/^-|-$/g, '');
}

/** As Jekyll makes a slug. */
function lowSegment(name: string): string {
  return name
    .replace(/[^\p{L}\p{M}\p{Nd}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase();
}

/** As Hugo makes a segment of a path from a text: hyphens stay, and blanks become one. */
export function urlize(text: string, keepsCase = false): string {
  const kept = text.replace(/[^\p{L}\p{M}\p{Nd}./\\_#+~@\s%-]|%(?![\da-f]{2})/giu, '').trim();
  const segment = kept.replace(/(-?)\s+(?=(-?))/g, (_all, before: string, after: string) =>
    before === '' && after === '' ? '-' : before,
  );
  // Without İ, which JavaScript makes two characters of.
  return keepsCase ? segment : segment.replaceAll('İ', 'i').toLowerCase();
}

/** A part of a list in the form of Hugo: `1:`, `:2`, `0` or `last`. */
function sliced(names: string[], slice: string): string[] {
  if (slice === '') return names;
  const [from = '', to] = slice.split(':').map((end) => (end === 'last' ? '-1' : end));
  const start = Number(from);
  if (to !== undefined) return names.slice(start, to === '' ? undefined : Number(to));
  return [names.at(start)].filter((name) => name !== undefined);
}
