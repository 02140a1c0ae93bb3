import { decodePercent } from './decode-percent.ts';
import { oldFragment, pageIds } from './heading-ids.ts';

/** UTF-16 code units: normalizing takes the square of the length of a run of combining marks. */
const MOST_COMPARED = 1000;

/**
 * Finds the targets of links within a text. Generators derive the ids of headings in different ways, so a link without
 * a matching id leads to the id with the same letters and digits, or else to a place of the page around the text.
 *
 * @param ids all ids of the text, in document order; those of HTML have the prefix, those of headings do not
 * @returns a function from a link's fragment (with the prefix, without `#`) to the fragment to use; undefined when there is no target
 */
export function anchorFinder(ids: Iterable<string>): (fragment: string) => string | undefined {
  const known = new Set(ids);
  const byLetters = new Map<string, string>();
  for (const id of known) {
    const letters = lettersOf(id);
    if (!byLetters.has(letters)) byLetters.set(letters, id);
  }
  return (fragment) => {
    const wanted = decodePercent(fragment);
    // Ids may be percent-encoded themselves, such as those of footnotes.
    if (known.has(fragment) || known.has(wanted)) return fragment;
    const plain = fragment.replace(oldFragment, '');
    // A heading has a number if the page has its id.
    const heading = [plain, `${plain}-1`].find((id) => known.has(id) || known.has(decodePercent(id)));
    if (heading !== undefined) return heading;
    const found = byLetters.get(lettersOf(wanted));
    if (found !== undefined) return encodeURIComponent(found);
    return isOnPage(plain) ? plain : undefined;
  };
}

/** Whether each page that shows a text has this place outside of the text: its top, its comments and one of them. */
function isOnPage(fragment: string): boolean {
  return fragment === 'top' || pageIds.has(fragment) || /^c-[\da-z]{20,40}$/.test(fragment);
}

function lettersOf(id: string): string {
  return id
    .replace(oldFragment, '')
    .slice(0, MOST_COMPARED)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
