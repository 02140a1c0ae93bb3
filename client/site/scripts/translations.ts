import { translate, type Locale, type Messages, type Translate } from '../../../shared/translate.ts';

/** The texts of the page's language. */
export interface Translations {
  t: Translate;
  /** Whether there is a text for a key. */
  has(key: string): boolean;
  /** The name of the locale file, such as `zh-CN`. */
  language: string;
}

/** When the locale file cannot be loaded, no other request will work either. */
const fallback: Translations = { t: () => 'The service cannot be reached.', has: () => true, language: 'en' };

let loading: Promise<Translations> | undefined;

/** The texts of the page's language, loaded when they are first needed. */
export function translations(): Promise<Translations> {
  loading ??= load();
  return loading.catch(() => {
    loading = undefined;
    return fallback;
  });
}

async function load(): Promise<Translations> {
  const url = document.body.dataset['messages'] ?? '';
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The messages at ${url} cannot be read: status ${response.status}.`);
  const name = /([\w-]+)\.json/.exec(url)?.[1] ?? 'en';
  const locale: Locale = { name, messages: (await response.json()) as Messages };
  return {
    t: translate.bind(null, locale),
    has: (key) => Object.hasOwn(locale.messages, key),
    language: name,
  };
}
