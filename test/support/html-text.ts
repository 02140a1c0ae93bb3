const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#x3C': '<', '#x26': '&' };

/** The text of HTML that the service wrote. */
export function textOfHtml(html: string): string {
  return html.replace(/<[^>]*>/g, '').replace(/&(\w+|#x\w+);/g, (whole, name: string) => entities[name] ?? whole);
}
