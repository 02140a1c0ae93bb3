import type { Kind } from './document.ts';
import { basePath } from '../api/place.ts';

/** The path of a post or page on the site, as links of the app have it. */
export function sitePath({ kind, id }: { kind: Kind; id: string }): string {
  return `${basePath}${kind === 'page' ? '' : '/posts'}/${encodeURIComponent(id)}`;
}
