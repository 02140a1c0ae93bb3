/** Makes a rendered text what the server makes of others: ordered headings, marked links, late pictures. */
export function tidy(text: DocumentFragment): void {
  orderHeadings(text);
  for (const link of text.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    if (/^https?:$/.test(link.protocol) && link.host !== location.host) link.rel = 'noopener external';
  }
  for (const image of text.querySelectorAll('img')) {
    image.loading = 'lazy';
    image.decoding = 'async';
    // Without a word for it, it is decoration.
    if (!image.hasAttribute('alt')) image.alt = '';
  }
  // Boxes that nobody can tick are signs.
  for (const box of text.querySelectorAll('input')) box.replaceWith(box.checked ? '☑' : '☐');
  for (const table of text.querySelectorAll('table')) {
    const scroll = document.createElement('div');
    scroll.className = 'scroll';
    table.replaceWith(scroll);
    scroll.append(table);
  }
  for (const wide of text.querySelectorAll<HTMLElement>('pre, .scroll')) wide.tabIndex = 0;
}

/** The page has a heading of level 1 of its own, and below it no level is left out. */
function orderHeadings(text: DocumentFragment): void {
  const above: number[] = [];
  for (const heading of text.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const written = Number(heading.localName[1]);
    while ((above.at(-1) ?? 0) >= written) above.pop();
    above.push(written);
    const ordered = document.createElement(`h${Math.min(6, above.length + 1)}`);
    for (const { name, value } of heading.attributes) ordered.setAttribute(name, value);
    ordered.append(...heading.childNodes);
    heading.replaceWith(ordered);
  }
}
