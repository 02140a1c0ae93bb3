import { plainText } from '../../../shared/plain-text.ts';
import { directionOfText } from '../../../shared/text-direction.ts';
import type { Comment } from '../../api/types.ts';
import { make } from './dom.ts';

/** The text of a comment, with the same markup as templates/parts/comment.liquid. */
export function makeText(comment: Pick<Comment, 'content' | 'html'>): HTMLElement {
  return make('div', { class: 'text', dir: directionOfText(plainText(comment)) }, nodesOf(comment.html ?? ''));
}

/**
 * The nodes of `html` of a comment. Built one by one, which works where a page requires Trusted Types, and makes nothing
 * but the elements and attributes of comments.
 */
function nodesOf(html: string): DocumentFragment {
  const nodes = document.createDocumentFragment();
  let place: ParentNode & Node = nodes;
  const parts = /<(\/?)(p|br|em|strong|code|pre|blockquote|ul|ol|li|a)\b([^>]*)>|[^<]+|</g;
  for (const [part, end, tag, attributes] of html.matchAll(parts)) {
    if (!tag) place.append(plainText(part));
    else if (end) place = place.parentNode ?? nodes;
    else {
      const element = make(tag as 'p', Object.fromEntries(attributesIn(attributes!)));
      place.append(element);
      if (tag !== 'br') place = element;
    }
  }
  return nodes;
}

function attributesIn(text: string): [name: string, value: string][] {
  return [...text.matchAll(/(href|rel|start)="([^"]*)"/g)]
    .map(([, name, value]): [string, string] => [name!, plainText(value!)])
    .filter(([name, value]) => name !== 'href' || /^(?:https?|mailto):/.test(value));
}
