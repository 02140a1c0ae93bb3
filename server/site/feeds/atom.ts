import { VERSION } from '../../../shared/version.ts';
import type { Feed, FeedItem } from './collect.ts';
import type { FeedPaths } from './collect.ts';
import { enclosureLink, mediaContent, MEDIA_RSS } from './cover.ts';
import { inTurns } from './in-turns.ts';
import { xml, xmlDocument } from './xml.ts';

/** Atom (RFC 4287). */
export async function atom(feed: Feed, { page, self }: FeedPaths): Promise<string> {
  const { base, title, description, language, publisher, updated, items } = feed;
  return xmlDocument(xml`<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="${MEDIA_RSS}" xml:lang="${language}">
<id>${base}${page}</id>
<title>${title}</title>
${description !== '' && xml`<subtitle>${description}</subtitle>\n`}<link rel="alternate" type="text/html" href="${base}${page}"/>
<link rel="self" type="application/atom+xml" href="${base}${self}"/>
<updated>${updated.toISOString()}</updated>
<author><name>${publisher}</name></author>
<generator version="${VERSION}">Octavo</generator>
${await inTurns(items, atomEntry)}</feed>`);
}

function atomEntry({ url, original, title, published, updated, summary, content, cover, tags, authors }: FeedItem) {
  return xml`<entry>
<id>${url}</id>
<title>${title}</title>
<link rel="alternate" type="text/html" href="${url}"/>
${original !== '' && xml`<link rel="canonical" href="${original}"/>\n`}<published>${published.toISOString()}</published>
<updated>${updated.toISOString()}</updated>
${authors.map(({ name, url: page }) => xml`<author><name>${name}</name>${page !== undefined && xml`<uri>${page}</uri>`}</author>\n`)}${tags.map((tag) => xml`<category term="${tag}"/>\n`)}${enclosureLink(cover)}${mediaContent(cover)}<summary>${summary}</summary>
${content !== null && xml`<content type="html">${content}</content>\n`}</entry>
`;
}
