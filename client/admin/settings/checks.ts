import { isInvisible } from '../../../routers/invisible.ts';
import { fill } from '../words/fill.ts';
import type { Words } from '../words/en/en.ts';
import type { FieldName, Fields } from './changes.ts';

type Check = (value: never, words: Words['settings']) => string | undefined;

/** What the service would refuse anyway, said in the language of the app. Lengths are in code points. */
const checks: { [N in FieldName]?: Check } = {
  title: (text: string, words) => (isInvisible(text) ? words.required : tooLong(text, 200, words)),
  description: (text: string, words) => tooLong(text, 500, words),
  author: (text: string, words) => tooLong(text, 80, words),
  siteUrl: (text: string, words) => (text.trim() === '' || isAddress(text.trim()) ? undefined : words.noAddress),
  language: (tag: string, words) => (isLanguageTag(tag) ? undefined : words.noLanguage),
  securityContact: (text: string, words) => (isContact(text.trim()) ? undefined : words.noContact),
  previewDays: (days: number | string, words) => outOfRange(days, 30, words),
  feedItems: (items: number | string, words) => outOfRange(items, 100, words),
};

/** What is wrong with the values, by field. */
export function problemsOf(fields: Partial<Fields>, words: Words['settings']): Partial<Record<FieldName, string>> {
  const found = Object.entries(fields).map(([name, value]) => [
    name,
    checks[name as FieldName]?.(value as never, words),
  ]);
  return Object.fromEntries(found.filter(([, problem]) => problem !== undefined)) as Partial<Record<FieldName, string>>;
}

function tooLong(text: string, most: number, words: Words['settings']): string | undefined {
  const { length } = [...text.trim()];
  return length > most ? fill(words.tooLong, { most, length }) : undefined;
}

function outOfRange(value: number | string, most: number, words: Words['settings']): string | undefined {
  const isFine = Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most;
  return isFine ? undefined : fill(words.outOfRange, { least: 1, most });
}

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname } = new URL(text);
  return /^https?:$/.test(protocol) && /^\/*$/.test(pathname) && !/[?#@]/.test(text);
}

function isContact(text: string): boolean {
  if (text === '' || /^mailto:[^@\s]+@[^@\s]+$/i.test(text)) return true;
  return /^https:\/\/\S+$/i.test(text) && URL.canParse(text);
}

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
