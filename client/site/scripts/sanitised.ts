import DOMPurify from 'dompurify';
import type { DOMPurify as Purify } from 'dompurify';

import { allowedAttributes, allowedSchemes, allowedTags, droppedTags, idPrefix } from '../../../shared/allowed-html.ts';
import { quiet } from './quiet.ts';

/** With an allowed scheme, or without one. */
const allowedUrl = new RegExp(`^(?:(?:${allowedSchemes.join('|')}):|[^a-z]|[a-z+.-]+(?:[^a-z+.:-]|$))`, 'i');

/** One instance per page: under Trusted Types its policy can be created only once. */
let purify: Purify | undefined;

/** Parses HTML into nodes and removes everything that posts must not contain. */
export function sanitise(html: string): DocumentFragment {
  return (purify ??= makePurify()).sanitize(quiet(html), {
    ALLOWED_TAGS: allowedTags,
    ALLOWED_ATTR: allowedAttributes,
    FORBID_CONTENTS: droppedTags,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_URI_REGEXP: allowedUrl,
    RETURN_DOM_FRAGMENT: true,
  });
}

function makePurify(): Purify {
  const instance = DOMPurify(window);
  instance.addHook('afterSanitizeAttributes', limit);
  return instance;
}

/** Rules that allow-lists cannot express. */
function limit(element: Element): void {
  const { className, id } = element;
  // In "rust,no_run" only the first part is a language.
  const [, language] = /^language-([\w+#.-]{1,40})(?:[,{].{0,80})?$/.exec(className) ?? [];
  if (element.localName === 'code' && language) element.className = `language-${language.toLowerCase()}`;
  else element.removeAttribute('class');
  if (element.localName !== 'blockquote') element.removeAttribute('data-alert');
  if (element.localName !== 'code') element.removeAttribute('data-inline');
  if (!/^(?:a|audio|video)$/.test(element.localName)) element.removeAttribute('aria-label');
  if (element instanceof HTMLInputElement && element.type !== 'checkbox') element.remove();
  if (/^(?!https?:)[a-z][a-z\d+.-]*:/i.test(element.getAttribute('src') ?? '')) element.removeAttribute('src');
  for (const name of ['href', 'src', 'poster']) {
    const url = element.getAttribute(name);
    if (url !== null)
      element.setAttribute(
        name,
        url.trim().replace(/^[a-z][a-z\d+.-]*:/i, (scheme) => scheme.toLowerCase()),
      );
  }
  // Links within the text get the same prefix.
  if (id !== '') element.id = idPrefix + id;
  const href = element.getAttribute('href');
  if (href?.startsWith('#') && href.length > 1) element.setAttribute('href', `#${idPrefix}${href.slice(1)}`);
}
