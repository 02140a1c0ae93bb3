import { walk, type Root } from '../../../html/hast.ts';

/** Adds rel="external" and "noopener" to links to other hosts. */
export function markExternalLinks(tree: Root, site: string): void {
  const host = URL.canParse(site) ? new URL(site).host : null;
  walk(tree, ({ tagName, properties: { href }, properties }) => {
    if (tagName !== 'a' || typeof href !== 'string' || !/^(?:https?:)?\/\//i.test(href)) return;
    if (new URL(href, 'https://site.invalid').host !== host) properties['rel'] = ['noopener', 'external'];
  });
}
