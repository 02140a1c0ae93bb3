import type { Kind } from './document.ts';

/** The path of a post or page on the site. */
export function sitePath({ kind, id }: { kind: Kind; id: string }): string {
  return `${kind === 'page' ? '' : '/posts'}/${encodeURIComponent(id)}`;
}
