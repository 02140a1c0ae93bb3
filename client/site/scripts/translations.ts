import { isLanguageTag } from '../../../shared/languages.ts';
import { translate, type Locale, type Messages, type Translate } from '../../../shared/translate.ts';

/** The texts of the page's language. */
export interface Translations {
  t: Translate;
  /** Whether a key has a text. */
  has(key: string): boolean;
  /** The name of the locale file, such as `zh-CN`. */
  language: string;
}

/** Used if the locale file cannot be loaded; other requests will fail too. */
const fallback: Translations = { t: () => 'The service cannot be reached.', has: () => true, language: 'en' };

const loading = new Map<string, Promise<Translations>>();

/**
 * The texts of an element's language, loaded on first use.
 *
 * @param within an element inside `data-messages`, which is the body of a page of the blog
 */
export function translations(within: Element = document.body): Promise<Translations> {
  const url = messagesElement(within).dataset['messages'] ?? '';
  const texts = loading.get(url) ?? load(url);
  loading.set(url, texts);
  return texts.catch(() => {
    loading.delete(url);
    return fallback;
  });
}

/** The language tag of an element; a theme or a translator may have left none that is one: then that of the texts. */
export function pageLanguage(within: Element): string {
  const tag = within.closest<HTMLElement>('[lang]')?.lang ?? document.documentElement.lang;
  return isLanguageTag(tag) ? tag : localeName(messagesElement(within).dataset['messages'] ?? '');
}

function messagesElement(within: Element): HTMLElement {
  return within.closest<HTMLElement>('[data-messages]') ?? document.body;
}

/** The name of a locale file in its URL. */
function localeName(url: string): string {
  return /(?<![\w-])([\w-]+)\.json/.exec(url)?.[1] ?? 'en';
}

async function load(url: string): Promise<Translations> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The messages at ${url} cannot be read: status ${response.status}.`);
  const name = localeName(url);
  const locale: Locale = { name, messages: (await response.json()) as Messages };
  return {
    t: translate.bind(null, locale),
    has: (key) => Object.hasOwn(locale.messages, key),
    language: name,
  };
}
