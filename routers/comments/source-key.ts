/** The prefix of the source keys of webmentions; no importer writes it. */
const PREFIX = 'webmention:';

/**
 * The longest URL of a source that is accepted, in characters: with the id of the post it has to fit into the source
 * key of a comment.
 */
export const MAX_SOURCE = 800;

/** The source key of the comment that shows a webmention. */
export function mentionKey(source: string, postId: string): string {
  return `${PREFIX}${source} ${postId}`;
}

/** The range of the source keys of a source, whatever the id of the post was: from the first, up to the second. */
export function mentionKeys(source: string): [string, string] {
  // The exclamation mark follows the space.
  return [`${PREFIX}${source} `, `${PREFIX}${source}!`];
}

/** The URL of the page that mentions the post; undefined for a comment that is no webmention. */
export function mentionSource(sourceKey: string | null | undefined): string | undefined {
  if (!sourceKey?.startsWith(PREFIX)) return undefined;
  const [source = ''] = sourceKey.slice(PREFIX.length).split(' ');
  return URL.canParse(source) && /^https?:$/.test(new URL(source).protocol) ? source : undefined;
}
