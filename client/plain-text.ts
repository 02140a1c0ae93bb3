/**
 * A comment's text without the entities that the service puts in for `& < > "`: each is turned back once.
 * The result is plain text, so escape it again wherever it becomes HTML.
 * @param comment a comment, whose content is meant, or one text of it (author, content)
 */
export function plainText(comment: { content: string } | string): string {
  const text = typeof comment === 'string' ? comment : comment.content;
  // The ampersand last: what was `&lt;` in the writer's own text arrives as `&amp;lt;`.
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
