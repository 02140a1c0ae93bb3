/** The scopes of API keys with their descriptions. */
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

/** All scopes in display order. */
export const scopes = Object.keys(scopeDescriptions) as Scope[];

/** Whether a key has a scope: `posts` implies `drafts`. */
export function hasScope(granted: readonly Scope[], scope: Scope): boolean {
  return granted.includes(scope) || (scope === 'drafts' && granted.includes('posts'));
}

/** Parses the scopes of a row. Unknown scopes of other versions are ignored. */
export function parseScopes(stored: string): Scope[] {
  const granted = stored.split(',');
  return scopes.filter((scope) => granted.includes(scope));
}
