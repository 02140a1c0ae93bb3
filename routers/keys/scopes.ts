/** What an API key may be allowed to do, each with its description. */
export const scopeDescriptions = {
  read: 'Reads without the reading limits.',
  drafts: 'Reads drafts and scheduled posts, revisions and working copies.',
  posts: 'Writes posts; includes `drafts`.',
  comments: 'Lists, moderates, answers and deletes comments.',
  media: 'Reads and changes the media library.',
  transfer: 'Exports and imports.',
  events: 'Reads the stream of events.',
} as const;

export type Scope = keyof typeof scopeDescriptions;

/** Every scope, in the order in which they are shown. */
export const scopes = Object.keys(scopeDescriptions) as Scope[];

/** Whether a key has a scope: `posts` implies `drafts`. */
export function hasScope(granted: readonly Scope[], scope: Scope): boolean {
  return granted.includes(scope) || (scope === 'drafts' && granted.includes('posts'));
}
