import { readTable, readTruth, type Fields } from './fields.ts';
import type { Inherited } from './site/site-config.ts';
import { readTimestamp } from './timestamps.ts';

/** True hides a post. */
const hiding = new Set([
  'draft',
  'drafts',
  'isdraft',
  'unlisted',
  'hidden',
  'hide',
  'private',
  'isprivate',
  'secret',
  'headless',
  'unpublished',
  'eleventyexcludefromcollections',
]);
/** False hides a post. */
const showing = new Set([
  'published',
  'publish',
  'ispublished',
  'dgpublish',
  'public',
  'ispublic',
  'listed',
  'visible',
]);
/** Every value except a word for public hides a post. */
const states = new Set(['visibility', 'status', 'poststatus']);
const shownStates = new Set(['public', 'publish', 'published']);
/** Every value hides a post: Jekyll and Hugo then write a redirect in place of the page, Jekyll for "" to its home page. */
const leadingElsewhere = new Set(['redirectto', 'redirecturl']);

/**
 * Why the fields of a front matter hide a post, in one sentence; undefined if they do not. Keys match in any case and
 * with or without hyphens; unknown values count as hidden.
 * @param isDate whether a value is a date, which `published` may be too
 */
export function hiddenBy(fields: Fields, isDate: (value: unknown) => boolean): string | undefined {
  const tables = [fields, tableNamed(fields, 'extra'), tableNamed(fields, 'params')];
  const own = tables.flatMap((table) => Object.entries(table)).map((field) => hiddenReason(field, isDate));
  const build = buildOptions(fields).map(reasonOfBuild);
  return [...own, ...build].find((reason) => reason !== undefined);
}

/** Why fields that a file inherits hide it; undefined if they do not. Fields of its own are stronger. */
export function hiddenByInherited(own: Fields, inherited: readonly Inherited[]): string | undefined {
  const names = new Set(Object.keys(own).map((name) => name.toLowerCase()));
  return inherited
    .map(({ fields, source }) => {
      const others = Object.entries(fields).filter(([name]) => !names.has(name.toLowerCase()));
      const reason = hiddenBy(Object.fromEntries(others), (value) => readTimestamp(value) !== undefined);
      return reason && `${source} ${reason}`;
    })
    .find((reason) => reason !== undefined);
}

/** Whether Hugo has the page in no list, by its `build` options. */
export function isInNoList(fields: Fields): boolean {
  return buildOptions(fields).some(
    ([key, value]) => key.toLowerCase() === 'list' && (value === 'never' || readTruth(value) === false),
  );
}

function buildOptions(fields: Fields): [key: string, value: unknown][] {
  return ['build', '_build'].flatMap((name) => Object.entries(tableNamed(fields, name)));
}

function tableNamed(fields: Fields, name: string): Fields {
  const found = Object.entries(fields).filter(([key]) => key.toLowerCase() === name);
  return Object.assign({}, ...found.map(([, value]) => readTable(value))) as Fields;
}

function hiddenReason([key, value]: [string, unknown], isDate: (value: unknown) => boolean): string | undefined {
  const name = key.toLowerCase().replace(/[-_ ]/g, '');
  if (name === 'redirectto' && value === '') return `The front matter says ${key}: "".`;
  if (isBlank(value)) return undefined;
  if (hiding.has(name)) return judged(key, value, readTruth(value), false);
  if (showing.has(name)) return isDate(value) ? undefined : judged(key, value, readTruth(value), true);
  if (states.has(name)) {
    const isShown = typeof value === 'string' && shownStates.has(value.trim().toLowerCase());
    return isShown ? undefined : said(key, value);
  }
  if (leadingElsewhere.has(name)) return said(key, value);
  if (name === 'outputs') return hasPage(value) ? undefined : said(key, value);
  return name === 'permalink' && readTruth(value) === false ? said(key, value) : undefined;
}

/** Whether Hugo writes HTML among the formats of a page. */
function hasPage(outputs: unknown): boolean {
  const formats = [outputs].flat().map((format) => String(format).toLowerCase());
  return formats.some((format) => format === 'html' || format === 'amp');
}

/** Whether Hugo writes a page, by its `build` options. */
function reasonOfBuild([key, value]: [string, unknown]): string | undefined {
  if (isBlank(value) || key.toLowerCase() !== 'render') return undefined;
  return readTruth(value) === true || value === 'always' ? undefined : said(`build.${key}`, value);
}

function judged(key: string, value: unknown, truth: boolean | undefined, shown: boolean): string | undefined {
  if (truth === shown) return undefined;
  return truth === undefined ? `${said(key, value)} Octavo does not know what that means.` : said(key, value);
}

/** Whether such a field has no effect. */
function isBlank(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
}

function said(key: string, value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return `The front matter says ${key}: ${text.replace(/\s+/g, ' ').slice(0, 60)}.`;
}
