// Posts that the server renders and protected posts that a browser decrypts may contain the same HTML.

/** Elements that a post may contain. */
export const allowedTags = words(
  'h1 h2 h3 h4 h5 h6 p br wbr hr blockquote pre div section span',
  'ul ol li dl dt dd input details summary figure figcaption img audio video source track a',
  'table caption thead tbody tfoot tr th td',
  'strong b em i u s del ins mark small sub sup abbr cite q time code kbd samp var ruby rb rp rt',
);

/** Attributes for the browser's sanitizer; the server's allow-list names them element by element. */
export const allowedAttributes = words(
  'id title lang dir href src alt width height open start value reversed align colspan rowspan scope datetime',
  'type checked disabled class controls loop preload playsinline poster kind srclang label default',
  'aria-label data-alert data-inline',
);

/** Schemes of the targets of links; those of pictures, audio and video are http and https. */
export const allowedSchemes = words('http https mailto tel sms xmpp');

/** Elements that are removed together with their content, if they are closed; other refused ones leave theirs. */
export const droppedTags = words('script style template noscript noembed noframes iframe');

/** Elements that stand in a line of text (phrasing content). */
export const phrasingTags = words(
  'br wbr input img span strong b em i u s del ins mark small sub sup abbr cite q time code kbd samp var ruby rt rp a',
  'audio video source track math label',
);

/** Prefix of every id in a post, so that none collides with an id of the page. */
export const idPrefix = 'user-content-';

function words(...lines: string[]): string[] {
  return lines.join(' ').split(' ');
}
