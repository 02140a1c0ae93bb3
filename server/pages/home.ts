import type { PostSummary } from '../../routers/posts/schemas.ts';
import type { Settings } from '../../routers/settings/schemas.ts';
import { html, type Html } from '../html.ts';
import { postPath } from '../paths.ts';
import { day } from './dates.ts';
import { layout } from './layout.ts';

/** A page of the list of posts. */
export interface Listing {
  posts: PostSummary[];
  page: number;
  /** The number of the last page. */
  last: number;
}

/** The home page: the newest posts, by pages. */
export function homePage(site: Settings, { posts, page, last }: Listing): string {
  return layout({
    site,
    ...(page > 1 && { title: `Page ${page}` }),
    description: site.description,
    path: page > 1 ? `/?page=${page}` : '/',
    body: html`<header class="intro">
        <h1>${site.title}</h1>
        ${site.description && html`<p>${site.description}</p>`}
      </header>
      ${posts.length === 0 && html`<p>Nothing has been published yet.</p>`}
      <div class="posts">${posts.map((post) => entry(post, site.language))}</div>
      ${last > 1 && pager(page, last)}`,
  });
}

function entry({ id, title, date, excerpt, pinned, protected: locked, category }: PostSummary, language: string): Html {
  return html`<article>
    <h2><a href="${postPath(id)}">${title}</a></h2>
    <p class="meta">
      ${day(date, language)} ${category && html`<span>${category}</span>`} ${pinned === 1 && html`<span>Pinned</span>`}
      ${locked === 1 && html`<span>Password needed</span>`}
    </p>
    ${excerpt && html`<p>${excerpt}</p>`}
  </article> `;
}

function pager(page: number, last: number): Html {
  return html`<nav class="pager" aria-label="Pages">
    <span>${page > 1 && html`<a rel="prev" href="${page === 2 ? '/' : `/?page=${page - 1}`}">Newer posts</a>`}</span>
    <span>Page ${page} of ${last}</span>
    <span>${page < last && html`<a rel="next" href="/?page=${page + 1}">Older posts</a>`}</span>
  </nav>`;
}
