import type { Fields } from '../fields.ts';

/** The generators whose configurations are read. */
export type Generator = 'hugo' | 'zola' | 'jekyll' | 'hexo' | 'eleventy' | 'astro' | 'docusaurus';

/** A file of a configuration. */
export interface ConfigFile {
  path: string;
  /** Empty for a program. */
  fields: Fields;
  /** The text of a program, which is not run. */
  program?: string;
}

/** What the configuration of a site says of its posts and their addresses. */
export interface SiteConfig {
  generator: Generator;
  /** The file that it was read from. */
  file: string;
  /** The URL of the blog; undefined if it says none. */
  url?: string | undefined;
  /** The IANA name of the time zone in which times without an offset are; undefined if it says none. */
  timeZone?: string | undefined;
  /** Permalink patterns by the first folder of a post; "" stands for every other folder. */
  permalinks: Record<string, string>;
  /** Whether posts with a date to come are public. */
  showsFuture: boolean;
  /** The folders with posts, each with `/` at its end; none if posts may be anywhere. */
  roots: readonly string[];
  /** Whether a folder with a file `index.md` is one page. */
  hasBundles: boolean;
  /** Whether the addresses are those that a program may choose otherwise. */
  isGuess: boolean;
  rulesOf: (file: string) => FileRules;
}

/** What a configuration says of a file. */
export interface FileRules {
  /** Why the generator makes no page of it, in one sentence. */
  leftOut?: string | undefined;
  /** Its path below the folder of content, without the language. */
  path: string;
  /** Its language; "" if the address does not depend on it. */
  language: string;
  /** What is in front of its address, such as `/de`; "" for nothing. */
  prefix: string;
  /** The pattern of its address. */
  pattern: string;
  /** Whether it is a page and not a post; undefined: its fields decide. */
  isPage?: boolean | undefined;
  /** Whether it is public although its path has a name that begins with `_`. */
  isShown?: boolean | undefined;
  /** Whether it is public without a date, as a page. */
  needsNoDate?: boolean | undefined;
  /** The fields that it inherits, the weakest first. */
  inherited: Inherited[];
  /** The folders of it that are sections, where these are not all of its folders. */
  sections?: string[] | undefined;
  /** The values of tokens that the generator has from elsewhere, for the post of the file. */
  tokensOf?: ((post: TokenSource) => ReadonlyMap<string, string>) | undefined;
  /** Whether an address ends in `.html` in place of `/`. */
  isUgly?: boolean | undefined;
  /** Whether the case of names stays in addresses. */
  keepsCase?: boolean | undefined;
  /** Whether accents are left out of addresses. */
  dropsAccents?: boolean | undefined;
  /** Whether the date in a name counts before that of the fields, or after it, and its rest is the slug. */
  datesByName?: 'first' | 'last' | undefined;
}

/** What values of tokens are made from. */
export interface TokenSource {
  title: string;
  /** With names in lower case. */
  fields: Fields;
}

/** Fields that a configuration, a section or a data file gives to files. */
export interface Inherited {
  fields: Fields;
  /** A sentence such as `_config.yml has defaults.` */
  source: string;
}

/** The rules of a site without a configuration. */
export function plainRules(file: string): FileRules {
  return { path: file, language: '', prefix: '', pattern: '', inherited: [] };
}

/** The first text of a URL among fields. */
export function findUrl(values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string' && /^https?:/.test(value));
}

/** The IANA name of a time zone; undefined for anything else. */
export function knownTimeZone(name: unknown): string | undefined {
  if (typeof name !== 'string' || name === '') return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
