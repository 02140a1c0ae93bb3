import type { Feed, FeedItem } from './collect.ts';
import { clean } from './xml.ts';

/** JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
export function jsonFeed({ base, title, description, language, author, items }: Feed): string {
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: `${base}/`,
    feed_url: `${base}/feed.json`,
    ...(description !== '' && { description }),
    language,
    authors: [{ name: author || title }],
    items: items.map(itemOf),
  };
  return JSON.stringify(feed, (_, value: unknown) => (typeof value === 'string' ? clean(value) : value));
}

function itemOf({ url, title, published, updated, summary, content, cover, tags }: FeedItem) {
  return {
    id: url,
    url,
    title,
    ...(content === null ? { content_text: summary } : { summary, content_html: content }),
    ...(cover !== '' && { image: cover }),
    date_published: published.toISOString(),
    date_modified: updated.toISOString(),
    ...(tags.length > 0 && { tags }),
  };
}
