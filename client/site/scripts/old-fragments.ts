/** `oldFragment` of shared/heading-ids.ts. An import would create a separate script that pages load later. */
const oldFragment = /^(?:user-content-)+/;

/** Links of 2.17 and earlier to a heading have a prefix, which headings no longer have. */
export function leadToHeadings(): void {
  addEventListener('hashchange', leadToHeading);
  leadToHeading();
}

/** Leads to the heading that the old fragment in the URL of the page means, if there is one. */
export function leadToHeading(): void {
  const fragment = decoded(location.hash.slice(1));
  if (!oldFragment.test(fragment) || document.getElementById(fragment)) return;
  const id = fragment.replace(oldFragment, '');
  // The page itself may have the id; the heading has a number then.
  const heading = [id, `${id}-1`].map((one) => document.getElementById(one)).find((one) => one?.closest('.prose'));
  if (heading) location.replace(`#${encodeURIComponent(heading.id)}`);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
