/** The text before the URL of a link or an image: in Markdown, in its definitions, and in HTML. */
const BEFORE = String.raw`\]\(<?|^ {0,3}\[[^\]\n\r\u2028\u2029]+\]:\s*<?|\b(?:src|href)=["']`;
const ownLinks = new RegExp(`(${BEFORE})/(?!/)`, 'gm');

/** Makes the URLs in Markdown absolute that begin with a slash, for the text part of mails. @param siteUrl not "" */
export function withAbsoluteLinks(markdown: string, siteUrl: string): string {
  return markdown.replace(ownLinks, (_, before: string) => `${before}${siteUrl}/`);
}
