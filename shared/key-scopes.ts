/** The scopes of API keys (docs/interface.md, A23) with their descriptions. */
export const scopeDescriptions = {
  read: 'Reads without the reading limits.',
  drafts: 'Reads drafts and scheduled posts, revisions and working copies.',
  posts: 'Writes posts, pages, tags and categories; includes `drafts`.',
  comments: 'Lists, moderates, answers and deletes comments.',
  media: 'Reads and changes the media library.',
  transfer: 'Exports and imports.',
  events: 'Reads the stream of events.',
} as const;

export type Scope = keyof typeof scopeDescriptions;

/** All scopes in display order. */
export const scopes = Object.keys(scopeDescriptions) as Scope[];
