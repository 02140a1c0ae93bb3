/**
 * Tags on which nothing depends that an instance answers from memory: it looks up sessions and keys for each request,
 * buffered views may be shown a second late, and the others wake jobs and streams.
 */
const LAGGING = new Set(['jobs', 'jobs.ended', 'events', 'sessions', 'keys', 'webhooks', 'moderation']);
const LAGGING_PREFIXES = ['counts:', 'copy:'];

/** Whether a commit that changed only this may be answered before every instance has taken note of it. */
export function mayLag(tag: string): boolean {
  return LAGGING.has(tag) || LAGGING_PREFIXES.some((prefix) => tag.startsWith(prefix));
}
