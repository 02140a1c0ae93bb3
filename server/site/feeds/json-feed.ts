import type { Feed, FeedItem } from './collect.ts';
import type { FeedPaths } from './collect.ts';
import { inTurns } from './in-turns.ts';
import { clean } from './xml.ts';

/** JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
export async function jsonFeed(
  { base, title, description, language, publisher, items }: Feed,
  { page, self }: FeedPaths,
): Promise<string> {
  const head = write({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: `${base}${page}`,
    feed_url: `${base}${self}`,
    ...(description !== '' && { description }),
    language,
    authors: [{ name: publisher }],
  });
  const written = await inTurns(items, (item) => write(jsonItem(item)));
  return `${head.slice(0, -1)},"items":[${written.join(',')}]}`;
}

function write(value: object): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? clean(part) : part));
}

function jsonItem({ url, title, published, updated, summary, content, cover, tags, authors }: FeedItem) {
  return {
    id: url,
    url,
    title,
    ...(content === null ? { content_text: summary } : { summary, content_html: content }),
    ...(cover.url !== '' && { image: cover.url }),
    date_published: published.toISOString(),
    date_modified: updated.toISOString(),
    ...(authors.length > 0 && { authors }),
    ...(tags.length > 0 && { tags }),
  };
}
