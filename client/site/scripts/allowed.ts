/** What HTML of a post may hold: the same as in posts that the server renders (server/render/allow-list.ts). */
export const allowedTags = words(
  'h1 h2 h3 h4 h5 h6 p br hr blockquote pre div section span',
  'ul ol li dl dt dd input details summary figure figcaption img a',
  'table caption thead tbody tfoot tr th td',
  'strong b em i u s del ins mark small sub sup abbr cite q time code kbd samp var ruby rb rp rt',
);

export const allowedAttributes = words(
  'id title lang dir href src alt width height open start reversed align colspan rowspan scope datetime',
  'type checked disabled class',
);

/** These go with what is in them. */
export const droppedTags = words(
  'script style iframe object embed applet frameset template noscript noembed noframes',
  'svg math title textarea select xmp plaintext audio video canvas',
);

/** In front of every id, so that none takes the place of one of the page's own. */
export const idPrefix = 'user-content-';

function words(...lines: string[]): string[] {
  return lines.join(' ').split(' ');
}
