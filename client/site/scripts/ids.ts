import { idPrefix } from '../../../shared/allowed-html.ts';
import { uniqueIds, type UniqueId } from '../../../shared/unique-ids.ts';
import { anchorFinder } from '../../../shared/anchors.ts';

/** Makes ids unique; `sanitise` has already prefixed them and the links to them. */
export function tidyIds(text: DocumentFragment): UniqueId {
  const uniqueId = uniqueIds();
  for (const element of text.querySelectorAll('[id]')) element.id = uniqueId(element.id.replace(/\s+/g, '-'));
  return uniqueId;
}

/** Resolves links within the text; a link without a target is replaced by its content. */
export function findPlaces(text: DocumentFragment): void {
  const find = anchorFinder([...text.querySelectorAll('[id]')].map(({ id }) => id));
  for (const link of text.querySelectorAll(`a[href^="#${idPrefix}"]`)) {
    const found = find(link.getAttribute('href')!.slice(1));
    if (found === undefined) link.removeAttribute('href');
    else link.setAttribute('href', `#${found}`);
  }
}
