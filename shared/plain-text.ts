/**
 * Decodes the entities `&amp; &lt; &gt; &quot;` that the service puts into comments, each once. The result is plain text:
 * escape it before you insert it into HTML.
 *
 * @param comment a comment, whose content is decoded, or one of its texts (author, content)
 */
export function plainText(comment: { content: string } | string): string {
  const text = typeof comment === 'string' ? comment : comment.content;
  // The ampersand last: `&lt;` in the original text arrives as `&amp;lt;`.
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
