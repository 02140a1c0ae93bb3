import type { Importer } from '../importer.ts';
import { readTable, textOf, readTruth, type Fields } from '../markdown/fields.ts';
import { itemsOfThreads, readTime, type SourceComment } from '../threads.ts';
import { wholeJson } from '../whole-json.ts';

/** The export of Artalk ("Artrans"): a JSON array of comments, whose values are texts. */
export const artalk: Importer = {
  name: 'artalk',
  system: 'Artalk',
  commentsOnly: true,
  hasEmails: true,
  recognizes: (start) => /^\s*\[\s*\{/.test(start) && /"page_key"\s*:/.test(start),
  async *read(source) {
    const comments = await wholeJson(source);
    if (!Array.isArray(comments)) throw new Error(`${source.name} is not an export of Artalk.`);
    yield* itemsOfThreads(
      'artalk',
      comments.map((comment) => commentOf(readTable(comment))),
    );
  },
};

function commentOf(row: Fields): SourceComment {
  const site = textOf(row['site_name']) ?? '';
  // Ids are numbers that other sites of a database have as well.
  const idOf = (id: string | undefined) => (id === undefined || id === '0' ? undefined : `${site}:${id}`);
  return {
    id: idOf(textOf(row['id'])) ?? '',
    parent: idOf(textOf(row['rid'])),
    url: addressOf(textOf(row['page_key']) ?? '', textOf(row['site_urls']) ?? ''),
    title: textOf(row['page_title']),
    author: textOf(row['nick']) ?? '',
    email: textOf(row['email']),
    content: textOf(row['content']) ?? '',
    isMarkdown: true,
    createdAt: readTime(textOf(row['created_at']) ?? ''),
    status: readTruth(row['is_pending']) === true ? 'pending' : 'approved',
  };
}

/** The key of a page is its URL or its path, which the first URL of the site completes. */
function addressOf(key: string, sites: string): string {
  const [site = ''] = sites.split(',').map((one) => one.trim());
  return key !== '' && !URL.canParse(key) && URL.canParse(key, site) ? new URL(key, site).href : key;
}
