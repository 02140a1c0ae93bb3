import { walk, type Element, type Root } from '../../../html/hast.ts';
import { encodeUrl } from './url.ts';

type Value = Element['properties'][string];

/** Removes attributes with invalid values, and attributes that depend on them. */
export function normalizeAttributes(tree: Root): void {
  walk(tree, ({ tagName, properties }) => {
    for (const [name, normalize] of Object.entries(normalizers)) {
      if (!Object.hasOwn(properties, name)) continue;
      const normalized = normalize(properties[name]);
      if (normalized === undefined) delete properties[name];
      else properties[name] = normalized;
    }
    if (properties['align'] !== undefined) alignByClass(properties);
    // Without href it is not a link.
    if (tagName === 'a' && properties['href'] === undefined) delete properties['ariaLabel'];
    if (tagName === 'img') properties['alt'] ??= '';
  });
}

const normalizers: Record<string, (value: Value) => Value> = {
  align: (value) => oneOf(['left', 'center', 'right'], value),
  colSpan: (value) => integer(value, 1, 100),
  dateTime: (value) => (isTime(String(value)) ? value : undefined),
  dir: (value) => oneOf(['ltr', 'rtl', 'auto'], value),
  height: (value) => integer(value, 1, 100_000),
  href: (value) => encodeUrl(String(value)),
  kind: (value) => oneOf(['subtitles', 'captions', 'descriptions', 'chapters'], value),
  lang: (value) => (isLanguage(String(value)) ? value : undefined),
  poster: (value) => encodeUrl(String(value)) || undefined,
  rowSpan: (value) => integer(value, 1, 1000),
  scope: (value) => oneOf(['row', 'col', 'rowgroup', 'colgroup'], value),
  src: (value) => encodeUrl(String(value)) || undefined,
  srcLang: (value) => (isLanguage(String(value)) ? value : undefined),
  start: (value) => integer(value, -1_000_000, 1_000_000_000),
  value: (value) => integer(value, -1_000_000, 1_000_000_000),
  width: (value) => integer(value, 1, 100_000),
};

function alignByClass(properties: Element['properties']): void {
  properties['className'] = [`align-${String(properties['align'])}`];
  delete properties['align'];
}

function oneOf(known: string[], value: Value): Value {
  return known.find((one) => one === String(value).toLowerCase());
}

function integer(value: Value, min: number, max: number): Value {
  const number = /^-?\d{1,10}$/.test(String(value)) ? Number(value) : Number.NaN;
  return number >= min && number <= max ? number : undefined;
}

const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

function isLanguage(value: string): boolean {
  try {
    return languages.of(value) !== undefined;
  } catch {
    return false;
  }
}

/** A date, or a date and time with its offset. */
function isTime(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/.test(value)) return false;
  const day = new Date(`${value.slice(0, 10)}T00:00:00Z`);
  // February 31 would be parsed as a day in March.
  const isDay = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value.slice(0, 10));
  return isDay && !Number.isNaN(Date.parse(value.replace(' ', 'T')));
}
