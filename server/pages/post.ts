import type { PostDetail } from '../../routers/posts/schemas.ts';
import type { Settings } from '../../routers/settings/schemas.ts';
import { html, Html } from '../html.ts';
import { postPath } from '../paths.ts';
import type { Renderer } from '../render/markdown.ts';
import { day } from './dates.ts';
import { layout } from './layout.ts';

/** The page of a post. Its address for counting a view is for the script. */
export async function postPage(site: Settings, post: PostDetail, renderer: Renderer): Promise<string> {
  const path = postPath(post.id);
  return layout({
    site,
    title: post.title,
    description: post.excerpt,
    path,
    body: html`<div data-view="/api${path}/view">${await article(post, site.language, renderer)}</div>`,
  });
}

/** The page of a post by a preview link: the same without anything that counts or that others could find. */
export async function previewPage(site: Settings, post: PostDetail, renderer: Renderer): Promise<string> {
  return layout({
    site,
    title: post.title,
    hidden: true,
    body: html`<p class="note">This is a preview. Whoever has its address can read it until the link ends.</p>
      ${await article(post, site.language, renderer)}`,
  });
}

async function article(post: PostDetail, language: string, renderer: Renderer): Promise<Html> {
  const { title, date, category, tags, cover } = post;
  return html`<article>
    <header>
      <h1>${title}</h1>
      <p class="meta">
        ${day(date, language)} ${category && html`<span>${category}</span>`}
        ${tags.map((tag) => html`<span>#${tag}</span> `)}
      </p>
      ${cover && html`<img class="cover" src="${cover}" alt="" />`}
    </header>
    <div class="prose">
      ${post.protected === 1 ? locked(post) : new Html(await renderer.renderMarkdown(post.content))}
    </div>
  </article>`;
}

function locked({ excerpt }: PostDetail): Html {
  return html`${excerpt && html`<p>${excerpt}</p>`}
    <p class="note">This post is protected by a password, and this page cannot open it yet.</p>`;
}
