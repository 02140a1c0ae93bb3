import { VERSION } from '../../../shared/version.ts';
import { escapeHtml } from '../../../routers/base/text.ts';
import type { Feed, FeedItem } from './collect.ts';
import type { FeedPaths } from './collect.ts';
import { enclosure, mediaContent, MEDIA_RSS } from './cover.ts';
import { inTurns } from './in-turns.ts';
import { xml, xmlDocument } from './xml.ts';

/** RSS 2.0 with the whole texts in content:encoded. */
export async function rss(feed: Feed, { page, self }: FeedPaths): Promise<string> {
  const { base, title, description, language, updated, items, author } = feed;
  return xmlDocument(xml`<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="${MEDIA_RSS}">
<channel>
<title>${title}</title>
<link>${base}${page}</link>
<description>${description || title}</description>
<language>${language}</language>
<lastBuildDate>${updated.toUTCString()}</lastBuildDate>
<generator>Octavo ${VERSION}</generator>
<atom:link href="${base}${self}" rel="self" type="application/rss+xml"/>
${await inTurns(items, (item) => rssItem(item, author))}</channel>
</rss>`);
}

function rssItem(
  { url, original, title, published, summary, content, cover, tags, ...item }: FeedItem,
  author: string,
) {
  const own = item.authors.map(({ name }) => name);
  const creators = own.length === 0 && author !== '' ? [author] : own;
  // A description is HTML, while the summary is text.
  return xml`<item>
<title>${title}</title>
<link>${url}</link>
${original !== '' && xml`<atom:link rel="canonical" href="${original}"/>\n`}<guid isPermaLink="true">${url}</guid>
<pubDate>${published.toUTCString()}</pubDate>
${creators.map((creator) => xml`<dc:creator>${creator}</dc:creator>\n`)}${tags.map((tag) => xml`<category>${tag}</category>\n`)}${enclosure(cover)}${mediaContent(cover)}<description>${escapeHtml(summary)}</description>
${content !== null && xml`<content:encoded>${content}</content:encoded>\n`}</item>
`;
}
