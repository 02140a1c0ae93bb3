/** The path of a post's page. */
export function postPath(id: string): string {
  return `/posts/${encodeURIComponent(id)}`;
}

/** A plain post as Markdown. Ids contain no dots, so that it is the page of no other post. */
export function postMarkdownPath(id: string): string {
  return `${postPath(id)}.md`;
}
