/**
 * Replaces players of audio and video by the links to their files, for programs that do not play.
 *
 * @param html the output of the renderer
 */
export function withoutPlayers(html: string): string {
  return html.replace(
    /<(audio|video)(?: [a-z-]+(?:="[^"]*")?)*>(?:(?!<\/?\1[ >]).)*?(<a [^<>]*>[^<]*<\/a>)<\/\1>/g,
    '$2',
  );
}

/**
 * Removes what makes no sense outside of the site: the anchors of headings, players, and the sizes of figures.
 *
 * @param html the output of the renderer
 */
export function forFeed(html: string): string {
  // Authors cannot use this class; quotes in values are escaped.
  return withoutLooks(withoutPlayers(html)).replace(/<a class="anchor"(?: [a-z-]+="[^"]*")*><\/a>/g, '');
}

/**
 * Removes the sizes of figures, which only the site has room for.
 *
 * @param html the output of the renderer
 */
export function withoutLooks(html: string): string {
  return html.replace(/(<figure(?: id="[^"]*")?(?: dir="[^"]*")?) class="(?:small|wide|full)"/g, '$1');
}
