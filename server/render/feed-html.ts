/**
 * What of rendered Markdown makes sense outside of the site: its headings' links to themselves do not.
 *
 * @param html as the renderer writes it, and nothing else
 */
export function forFeed(html: string): string {
  // No author can write this class; in values every quote is an entity.
  return html.replace(/<a class="anchor"(?: [a-z-]+="[^"]*")*><\/a>/g, '');
}
