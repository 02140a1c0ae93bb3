import { idPrefix } from './allowed.ts';
import { claimer, type ClaimId } from './claims.ts';
import { placeFinder } from './places.ts';

/** Makes ids unique; their prefix and that of links to them they have from `sanitised`. */
export function tidyIds(text: DocumentFragment): ClaimId {
  const claim = claimer();
  for (const element of text.querySelectorAll('[id]')) element.id = claim(element.id.replace(/\s+/g, '-'));
  return claim;
}

/** Lets links within the text find their places; one without a place stays as its words. */
export function findPlaces(text: DocumentFragment): void {
  const find = placeFinder([...text.querySelectorAll('[id]')].map(({ id }) => id));
  for (const link of text.querySelectorAll(`a[href^="#${idPrefix}"]`)) {
    const found = find(link.getAttribute('href')!.slice(1));
    if (found === undefined) link.removeAttribute('href');
    else link.setAttribute('href', `#${found}`);
  }
}
