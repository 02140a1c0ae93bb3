import { formatNumber, pluralForm } from './formats.ts';

/** A text, or one for each plural category of the language that needs its own (`one`, `other` …). */
export type Message = string | Record<string, string>;

/** What the site says in one language, by key. */
export type Messages = Readonly<Record<string, Message>>;

/** The messages of one language, and the language that they are in. */
export interface Locale {
  /** The file's name, such as `zh-CN`. */
  name: string;
  messages: Messages;
}

/**
 * Says a message, with its `{names}` replaced by values. `count` chooses the plural form, and numbers are written as the
 * language writes them.
 *
 * @throws Error for a key that there is not
 */
export function say(locale: Locale, key: string, values: Readonly<Record<string, unknown>> = {}): string {
  const text = formOf(locale, key, values['count']);
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => written(locale, values[name]));
}

function formOf({ name, messages }: Locale, key: string, count: unknown): string {
  const message = messages[key];
  if (message === undefined) throw new Error(`There is no message "${key}" in ${name}.json.`);
  if (typeof message === 'string') return message;
  return message[pluralForm(name, Number(count))] ?? message['other'] ?? '';
}

function written({ name }: Locale, value: unknown): string {
  return typeof value === 'number' ? formatNumber(name, value) : String(value ?? '');
}
