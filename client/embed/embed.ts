// A module for pages of any origin: comments of a blog as custom elements.

import { service } from '../site/scripts/service.ts';
import { CommentsElement } from './comments-element.ts';
import { CountElement } from './count-element.ts';
import { whyUnreachable } from './refused.ts';

const { origin, pathname } = new URL('.', import.meta.url);
service.url = (origin + pathname).replace(/\/$/, '');
service.storage = `octavo-${service.url}`;
service.whyUnreachable = whyUnreachable;

// Two copies of the script on one page are no error.
for (const [name, element] of [
  ['octavo-comments', CommentsElement],
  ['octavo-comment-count', CountElement],
] as const) {
  if (!customElements.get(name)) customElements.define(name, element);
}
