import { listPosts } from '../../../routers/posts/list.ts';
import type { Services } from '../../../routers/core/context.ts';
import { sitePathOf } from '../../../shared/site-address.ts';
import type { Renderer } from '../render/markdown.ts';
import type { Templates } from './engine.ts';
import { ownPictures } from './identity/pictures.ts';
import { ownStyles } from './identity/styles.ts';
import type { PageRequest } from './request.ts';
import { listView } from './views/list.ts';
import { postView } from './views/post.ts';

/**
 * Creates the function that renders a page as visitors would see it with other settings. Scripts are removed; the styles
 * of the owner, which have no URL yet, are returned beside the page.
 */
export function sitePreview(templates: Templates, renderer: Renderer): Services['previewSite'] {
  return async (caller, site, page) => {
    const settings = { ...caller.settings, current: () => Promise.resolve(site) };
    const request: PageRequest = { call: { ...caller, caller: null, settings, reply: {} }, renderer, values: {} };
    const view = (page === 'post' && (await newestPost(request))) || (await homePage(request));
    const values = { ...(await ownPictures(request.call, site)), ...view.values, own_styles: undefined };
    const html = await templates.render(site, { ...view, values });
    // In a page, paths do not begin at the folder of the assets.
    const css = ownStyles(site)?.css.replaceAll('url(fonts/', `url(${sitePathOf(site.siteUrl)}/assets/fonts/`) ?? '';
    return { html: html.replaceAll(SCRIPTS, ''), css };
  };
}

const SCRIPTS = /<script\b(?:(?!<script\b)[\s\S])*?<\/script>/gi;

function homePage(request: PageRequest) {
  return listView(request, { kind: 'home', page: 1, pathOf: () => '/' });
}

/** @returns null while there is no post */
async function newestPost(request: PageRequest) {
  const { posts } = await listPosts(request.call, { page: 1, pageSize: 1 });
  return posts[0] ? postView(request, posts[0].id) : null;
}
