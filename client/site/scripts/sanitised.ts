import DOMPurify from 'dompurify';
import type { DOMPurify as Purify } from 'dompurify';

import { allowedAttributes, allowedTags, droppedTags, idPrefix } from '../../../shared/allowed-html.ts';
import { quiet } from './quiet.ts';

/** One for the page: under Trusted Types its policy can be made only once. */
let purify: Purify | undefined;

/** HTML as nodes, without everything that posts may not hold. */
export function sanitised(html: string): DocumentFragment {
  return (purify ??= ready()).sanitize(quiet(html), {
    ALLOWED_TAGS: allowedTags,
    ALLOWED_ATTR: allowedAttributes,
    FORBID_CONTENTS: droppedTags,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    // The last part lets addresses in that name no scheme.
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|[^a-z]|[a-z+.-]+(?:[^a-z+.:-]|$))/i,
    RETURN_DOM_FRAGMENT: true,
  });
}

function ready(): Purify {
  const made = DOMPurify(window);
  made.addHook('afterSanitizeAttributes', limit);
  return made;
}

/** What lists of names cannot say. */
function limit(element: Element): void {
  const { className, id } = element;
  // Of "rust,no_run" only the first is a language.
  const [, language] = /^language-([\w+#.-]{1,40})(?:[,{].{0,80})?$/.exec(className) ?? [];
  if (element.localName === 'code' && language) element.className = `language-${language.toLowerCase()}`;
  else element.removeAttribute('class');
  if (element instanceof HTMLInputElement && element.type !== 'checkbox') element.remove();
  if (/^(?:data|mailto):/i.test(element.getAttribute('src') ?? '')) element.removeAttribute('src');
  // Links within the text follow.
  if (id !== '') element.id = idPrefix + id;
  const href = element.getAttribute('href');
  if (href?.startsWith('#') && href.length > 1) element.setAttribute('href', `#${idPrefix}${href.slice(1)}`);
}
