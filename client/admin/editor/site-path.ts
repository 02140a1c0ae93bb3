import type { Kind } from './document.ts';
import { basePath } from '../place.ts';

interface Target {
  kind: Kind;
  id: string;
}

/** The path of a post or page on the site, as links of the app have it. */
export function sitePath(target: Target): string {
  return basePath + pathInTexts(target);
}

/** The path of a post or page in texts, to which the service adds the path of the site. */
export function pathInTexts({ kind, id }: Target): string {
  return `${kind === 'page' ? '' : '/posts'}/${encodeURIComponent(id)}`;
}
