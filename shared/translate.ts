import { formatNumber, pluralCategory } from './formats.ts';

/** A text, or one text for each plural category of the language (`one`, `other` …). */
export type Message = string | Record<string, string>;

/** The texts of the site in one language, by key. */
export type Messages = Readonly<Record<string, Message>>;

export interface Locale {
  /** The name of its file without the extension, such as `zh-CN`. */
  name: string;
  messages: Messages;
}

/** Values for the placeholders of a message. */
export type Values = Readonly<Record<string, unknown>>;

/** Translates a key into a fixed language. */
export type Translate = (key: string, values?: Values) => string;

/**
 * Translates a key: replaces `{name}` with values, formats numbers for the language, and chooses the plural form by `count`.
 *
 * @throws Error for an unknown key
 */
export function translate(locale: Locale, key: string, values: Values = {}): string {
  const text = pluralForm(locale, key, values['count']);
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => formatted(locale, values[name]));
}

function pluralForm({ name, messages }: Locale, key: string, count: unknown): string {
  const message = messages[key];
  if (message === undefined) throw new Error(`There is no message "${key}" in ${name}.json.`);
  if (typeof message === 'string') return message;
  return message[pluralCategory(name, Number(count))] ?? message['other'] ?? '';
}

function formatted({ name }: Locale, value: unknown): string {
  return typeof value === 'number' ? formatNumber(name, value) : String(value ?? '');
}
