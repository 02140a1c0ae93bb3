import { release } from '../../release.ts';
import type { Settings } from '../../routers/settings/schemas.ts';
import { html, type Html } from '../html.ts';

/** One page, in the frame that all have. */
export interface Page {
  site: Settings;
  /** What the page is about; the home page has none of its own. */
  title?: string;
  description?: string;
  /** Its one address, as a path. */
  path?: string;
  /** Whether search engines leave it out. */
  hidden?: boolean;
  body: Html;
}

/** The whole document. */
export function layout({ site, title, description, path, hidden, body }: Page): string {
  const { language, siteUrl } = site;
  return html`<!doctype html>
    <html lang="${language}" dir="${directionOf(language)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title === undefined ? site.title : `${title} · ${site.title}`}</title>
        ${description && html`<meta name="description" content="${description}" />`}
        ${hidden && html`<meta name="robots" content="noindex" />`}
        ${path !== undefined && siteUrl !== '' && html`<link rel="canonical" href="${siteUrl}${path}" />`}
        ${feeds(site)}
        <link rel="ard" href="/.well-known/ard.json" />
        <link rel="icon" href="${asset('icon.svg')}" type="image/svg+xml" />
        <link rel="stylesheet" href="${asset('site.css')}" />
        <script src="${asset('site.js')}" type="module"></script>
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header class="top">
          <a class="name" href="/">${site.title}</a>
          <nav aria-label="Site"><a href="/">Posts</a> <a href="/guestbook">Guestbook</a></nav>
        </header>
        <main id="content">${body}</main>
        <footer class="bottom">
          <p>${site.author || site.title}</p>
          <p><a href="/feed.xml">RSS</a> <a href="/atom.xml">Atom</a> <a href="/feed.json">JSON Feed</a></p>
        </footer>
      </body>
    </html> `.text;
}

/** The address of a file in client/site: a new release gives a new one, so that browsers keep it for ever. */
function asset(name: string): string {
  return `/assets/${name}?v=${release}`;
}

function feeds({ title }: Settings): Html[] {
  return [
    ['application/rss+xml', '/feed.xml'],
    ['application/atom+xml', '/atom.xml'],
    ['application/feed+json', '/feed.json'],
  ].map(([type, href]) => html`<link rel="alternate" type="${type}" title="${title}" href="${href}" /> `);
}

const rightToLeft = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi']);

function directionOf(language: string): string {
  return rightToLeft.has(new Intl.Locale(language).language) ? 'rtl' : 'ltr';
}
