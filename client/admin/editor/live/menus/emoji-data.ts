import { currentLanguage } from '../../../translations/language.ts';

/** An emoji and its names, such as `heart` and `rotes_herz`. */
export interface Emoji {
  sign: string;
  names: string[];
}

/** The names of emoji by their code points. */
type Names = Readonly<Record<string, string | string[]>>;

/** The names in the languages of the app that have some. */
const loaders: Record<string, () => Promise<{ default: unknown }>> = {
  de: () => import('emojibase-data/de/shortcodes/cldr.json'),
  es: () => import('emojibase-data/es/shortcodes/cldr.json'),
  fr: () => import('emojibase-data/fr/shortcodes/cldr.json'),
  ja: () => import('emojibase-data/ja/shortcodes/cldr-native.json'),
  zh: () => import('emojibase-data/zh/shortcodes/cldr-native.json'),
};

const loaded = new Map<string, Promise<Emoji[]>>();

/** All emoji, with the names of GitHub and those in the language of the app. */
export function allEmoji(): Promise<Emoji[]> {
  const language = currentLanguage().split('-')[0] ?? 'en';
  const known = loaded.get(language) ?? load(language);
  loaded.set(language, known);
  // The next one tries again.
  known.catch(() => loaded.delete(language));
  return known;
}

async function load(language: string): Promise<Emoji[]> {
  const [english, own] = await Promise.all([
    import('emojibase-data/en/shortcodes/github.json'),
    loaders[language]?.() ?? { default: {} },
  ]);
  const ownNames = own.default as Names;
  return Object.entries(english.default as Names).map(([code, names]) => ({
    sign: String.fromCodePoint(...code.split('-').map((part) => Number.parseInt(part, 16))),
    names: [names, ownNames[code] ?? []].flat(),
  }));
}
