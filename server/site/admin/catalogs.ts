import { readFile } from 'node:fs/promises';
import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';

/** The sections and texts of the English catalog that the app loads first: all or some of a section. */
const FIRST: Record<string, true | readonly string[]> = {
  comments: ['keys', 'notes', 'ideas'],
  common: true,
  dashboard: true,
  frame: true,
  security: [
    'code',
    'codeHelp',
    'usePasskey',
    'cancelled',
    'confirmTitle',
    'confirmHelp',
    'confirm',
    'required',
    'requiredHelp',
    'startOver',
    'onlyPasskey',
  ],
  session: true,
  settings: [
    'parts',
    'deviceOn',
    'deviceUnknown',
    'thisSession',
    'end',
    'endNamed',
    'ended',
    'endAll',
    'endAllTitle',
    'endAllHelp',
  ],
};

export interface Texts {
  [name: string]: string | Texts;
}

/** Compiles the catalogs of the app (ICU messages in JSON), imported as `en.json?texts` or `en.json?first`. */
export function catalogs(): Plugin {
  return {
    name: 'catalogs',
    enforce: 'pre',
    load: {
      filter: { id: /\.json\?(?:texts|first)$/ },
      async handler(id) {
        const [file = '', part] = id.split('?');
        this.addWatchFile(file);
        const texts = JSON.parse(await readFile(file, 'utf8')) as Texts;
        return {
          code: `export default ${JSON.stringify(compileTexts(part === 'first' ? firstOnes(texts) : texts))}`,
          moduleType: 'js',
        };
      },
    },
  };
}

/** The texts as `formatMessage` takes them. */
export function compileTexts(texts: Texts): object {
  const compiled = Object.entries(texts).map(([name, text]) => [
    name,
    typeof text === 'string' ? compile(text) : compileTexts(text),
  ]);
  return Object.fromEntries(compiled);
}

function firstOnes(texts: Texts): Texts {
  const sections = Object.entries(FIRST).map(([name, names]) => {
    const section = texts[name] as Texts;
    const isFirst = (text: string) => names === true || names.includes(text);
    return [name, Object.fromEntries(Object.entries(section).filter(([text]) => isFirst(text)))];
  });
  return Object.fromEntries(sections) as Texts;
}
