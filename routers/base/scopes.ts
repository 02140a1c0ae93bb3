import { scopes, type Scope } from '../../shared/key-scopes.ts';

/** Whether a key has a scope: `posts` implies `drafts`. */
export function hasScope(granted: readonly Scope[], scope: Scope): boolean {
  return granted.includes(scope) || (scope === 'drafts' && granted.includes('posts'));
}

/** Parses the scopes of a row. Unknown scopes of other versions are ignored. */
export function parseScopes(stored: string): Scope[] {
  const granted = stored.split(',');
  return scopes.filter((scope) => granted.includes(scope));
}
