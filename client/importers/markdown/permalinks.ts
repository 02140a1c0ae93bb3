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
  categories: string[];
  author?: string | undefined;
  id?: string | undefined;
}

/**
 * The former path of a post, by a permalink pattern with the tokens of Jekyll, Hugo, Hexo (`:year`), WordPress
 * (`%year%`) or Ghost (`{year}`).
 *
 * @returns a path from the root of the site; undefined if the post lacks what the pattern needs
 * @throws Error with one sentence for an unknown token
 */
export function addressIn(pattern: string, facts: PermalinkFacts): string | undefined {
  if (pattern.includes('{{')) throw new Error(`The permalink "${pattern}" is a template that Octavo does not know.`);
  let isComplete = true;
  const path = pattern.replace(TOKEN, (token, name = '', ofWordPress = '', ofGhost = '') => {
    const value = (tokens[`${name}${ofWordPress}${ofGhost}`.toLowerCase()] ?? unknown(token))(facts);
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
  for (const [token, name = '', ofWordPress = '', ofGhost = ''] of known) {
    if (!(`${name}${ofWordPress}${ofGhost}`.toLowerCase() in tokens)) unknown(token);
  }
}

const TOKEN = /:([a-z_]+)(?:\[[^\]]*\])?|%([a-z_]+)%|\{([a-z_]+)\}/gi;
const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

type Token = (facts: PermalinkFacts) => string | undefined;

const day = (of: (date: Date) => string | number): Token => {
  return ({ date }) => (date === undefined ? undefined : String(of(new Date(`${date}T00:00:00Z`))));
};
const time = (from: number): Token => {
  return ({ created }) => created?.slice(from, from + 2);
};
const month = day((date) => pad(date.getUTCMonth() + 1));
const slug: Token = ({ slug: own, name }) => own ?? pathSegment(name);
const folders: Token = ({ sections }) => sections.map(urlized).join('/');
const categories: Token = ({ categories: names }) => names.map(pathSegment).join('/').toLowerCase();
const postTitle: Token = ({ title }) => urlized(title);

const tokens: Record<string, Token> = {
  year: ({ date }) => date?.slice(0, 4),
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
  slug: (facts) => slug(facts)?.toLowerCase(),
  postname: slug,
  name: ({ name }) => pathSegment(name),
  basename: ({ fileName }) => pathSegment(fileName),
  filename: ({ fileName }) => urlized(fileName),
  contentbasename: ({ fileName }) => urlized(fileName),
  filepathstem: ({ sections, fileName, name }) => stemOf([...sections, fileName === 'index' ? name : fileName]),
  slugorfilename: ({ slug: own, fileName, name }) => urlized(own ?? (/^_?index$/.test(fileName) ? name : fileName)),
  slugorcontentbasename: ({ slug: own, name }) => urlized(own ?? name),
  slugorposttitle: ({ slug: own, title }) => urlized(own ?? title),
  post_title: postTitle,
  section: ({ sections }) => urlized(sections[0] ?? ''),
  sections: folders,
  path: folders,
  categories,
  category: categories,
  author: ({ author }) => (author === undefined ? undefined : urlized(author)),
  id: ({ id }) => id,
  post_id: ({ id }) => id,
  collection: () => 'posts',
  output_ext: () => '.html',
};

/** In Eleventy, `a/b/b.md` is at `/a/b/`, as is `a/b/index.md`. */
function stemOf(path: string[]): string {
  return (path.at(-1) === path.at(-2) ? path.slice(0, -1) : path).join('/');
}

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

/** As Jekyll makes a segment of a path from a name. */
function pathSegment(name: string): string {
  return name.replace(/[^\p{L}\p{M}\p{N}._~!$&'()+,;=@]+/gu, '-').replace(/^-|-$/g, '');
}

/** As Hugo makes a segment of a path from a text. */
function urlized(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}./\\_#+~@\s-]/gu, '')
    .trim()
    .replace(/[\s-]+/g, '-');
}
