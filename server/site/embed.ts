import { languageNames } from '../../shared/languages.ts';
import { tagOf } from '../http/validators.ts';
import type { Routes } from '../http/routes.ts';
import { localeFor } from './locales.ts';
import { openBundle } from './pages/bundle.ts';
import type { CacheableRead } from '../http/cacheable-read.ts';

/** Seconds for which browsers cache the files without revalidation. */
const MAX_AGE = 3600;

/** Adds `/embed.js`, the comments for pages of other origins, and its texts. Both work with SITE=off too. */
export function addEmbed({ addRead }: Routes): void {
  const script = embedFile('text/javascript', async () => (await openBundle())['embed.js'] ?? '');
  const texts = new Map<string, ReturnType<typeof embedFile>>(
    languageNames.map((name) => [
      name,
      embedFile('application/json', () => Promise.resolve(JSON.stringify(textsIn(localeFor(name).messages)))),
    ]),
  );
  addRead('/embed.js', { resolve: () => script('embed.js'), forAnyOrigin: true });
  addRead('/embed/:language.json', {
    resolve: ({ params: { language = '' } }) => texts.get(language)?.(`embed ${language}`) ?? null,
    forAnyOrigin: true,
  });
}

function embedFile(type: string, read: () => Promise<string>) {
  return (key: string): CacheableRead => ({
    key,
    limit: null,
    isFile: true,
    tags: [],
    async render() {
      const body = await read();
      return { type: `${type}; charset=utf-8`, body, tag: tagOf(body), maxAge: MAX_AGE };
    },
  });
}

/** The texts that the script needs. A text whose key begins with `embed.` replaces that of the site. */
function textsIn(messages: object): Record<string, unknown> {
  const needed = Object.entries(messages).filter(([key]) => /^(?:comments|form|error|guestbook|embed)\./.test(key));
  const own = needed.map(([key, text]) => [key.replace(/^embed\.(?=error\.)/, ''), text] as const);
  return Object.fromEntries([...needed, ...own]);
}
