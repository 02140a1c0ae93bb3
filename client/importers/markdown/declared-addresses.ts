import { readTexts, unique, type Fields } from './fields.ts';

/** Fields with the address of the post, or with a pattern for it. */
export function declaredAddresses(fields: Fields): string[] {
  return ['url', 'permalink', 'path'].flatMap((name) => readTexts(fields[name])).map(withTokens);
}

/** The templates of Eleventy that a permalink usually has. */
function withTokens(address: string): string {
  return address
    .replace(/\{\{-?\s*page\.fileSlug\s*-?\}\}/g, ':name')
    .replace(/\/?\{\{-?\s*page\.filePathStem\s*-?\}\}/g, '/:eleventy_stem')
    .replace(/\{\{-?\s*(?:page\.)?title\s*\|\s*(slug(?:ify)?)\s*-?\}\}/g, ':eleventy_$1')
    .replace(
      /\{\{-?\s*page\.date\s*\|\s*date:\s*["']([^"']*)["']\s*-?\}\}/g,
      (all, format: string) => dateTokens(format) ?? all,
    );
}

const DATES: Record<string, string> = {
  '%Y': ':year',
  '%m': ':month',
  '%d': ':day',
  '%B': ':long_month',
  '%b': ':short_month',
};

/** Tokens for a format of Liquid's dates; undefined for a format with others. */
function dateTokens(format: string): string | undefined {
  const tokens = format.replace(/%[a-z]/gi, (one) => DATES[one] ?? one);
  return tokens.includes('%') ? undefined : tokens;
}

/** Whether it is a pattern such as `/:year/:title/`, or the name of one in Jekyll (`pretty`). */
export function isPattern(text: string): boolean {
  return /^(?:date|pretty|ordinal|weekdate|none)$|\/:|^:|\{\{/.test(text);
}

/** The paths that a front matter names: the address of the post, and former ones. */
export function declaredAliases(fields: Fields): string[] {
  const aliases = ['aliases', 'redirect_from'].flatMap((name) => readTexts(fields[name]));
  const paths = [...declaredAddresses(fields), ...aliases].map((text) => oldPath(text.trim()));
  return unique(paths.filter((path) => path !== '/'));
}

/** The path of a URL or path from the root; `/` for a pattern. */
export function oldPath(text: string): string {
  if (isPattern(text)) return '/';
  const path = /^https?:/i.test(text) && URL.canParse(text) ? new URL(text).pathname : text.replace(/[?#][^]*/, '');
  return `/${path.replace(/^\/+/, '')}`;
}
