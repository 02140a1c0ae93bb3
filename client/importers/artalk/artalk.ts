import type { Importer } from '../importer.ts';
import { readTable, textField, readTruth, type Fields } from '../markdown/fields.ts';
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
      comments.map((comment) => toComment(readTable(comment))),
    );
  },
};

function toComment(row: Fields): SourceComment {
  const site = textField(row['site_name']) ?? '';
  // Ids are numbers that other sites of a database have as well.
  const commentId = (id: string | undefined) => (id === undefined || id === '0' ? undefined : `${site}:${id}`);
  return {
    id: commentId(textField(row['id'])) ?? '',
    parent: commentId(textField(row['rid'])),
    url: pageUrl(textField(row['page_key']) ?? '', textField(row['site_urls']) ?? ''),
    title: textField(row['page_title']),
    author: textField(row['nick']) ?? '',
    email: textField(row['email']),
    content: textField(row['content']) ?? '',
    isMarkdown: true,
    createdAt: readTime(textField(row['created_at']) ?? ''),
    status: readTruth(row['is_pending']) === true ? 'pending' : 'approved',
  };
}

/** The key of a page is its URL or its path, which the first URL of the site completes. */
function pageUrl(key: string, sites: string): string {
  const [site = ''] = sites.split(',').map((one) => one.trim());
  return key !== '' && !URL.canParse(key) && URL.canParse(key, site) ? new URL(key, site).href : key;
}
