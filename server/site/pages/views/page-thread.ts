import { readPage } from '../../../../routers/comments/page.ts';
import { findPageThread } from '../../../../routers/comments/thread.ts';
import { findWindow } from '../../../../routers/comments/place.ts';
import { listReactions } from '../../../../routers/comments/threads/reactions.ts';
import { formatCursor } from '../../../../routers/data/cursor.ts';
import type { View } from '../engine.ts';
import { queryValue, type PageRequest } from '../request.ts';
import { threadView } from './thread.ts';
import { translator } from './translate.ts';

/** The comments on one page. */
const LIMIT = 50;

/**
 * The comments on a page of another site, for visitors without scripts.
 *
 * @param url of the page
 * @param path of this page
 * @throws BAD_REQUEST, SITE_UNKNOWN
 */
export async function pageThreadView(request: PageRequest, url: string, path: string): Promise<View> {
  const { call } = request;
  const page = await readPage(call, url);
  const found = await findPageThread(call.em, page.id);
  const address = found.page?.url ?? page.url;
  const title = found.title || address;
  const settings = await call.settings.current();
  const part = await partOf(request, page.id);
  const thread = await threadView(part, page.id, { path, parameter: 'before', newestFirst: false, limit: LIMIT });
  const { feed_path: _, webmention_path: __, ...shown } = { feed_path: '', webmention_path: '', ...thread };
  const counts = await listReactions(call, { url });
  const reactions = Object.entries(settings.reactions).map(([name, sign]) => ({
    name,
    sign,
    count: counts[name] ?? 0,
  }));
  return {
    template: 'thread',
    values: {
      title: `${translator(settings)('comments.title')} · ${title}`,
      hidden: true,
      only_threads: call.policy.servesOnlyThreads,
      page: { url: address, title },
      reactions,
      thread: {
        ...shown,
        action: `${path}#write-${page.id}`,
        page_url: page.url,
        page_title: found.title,
        empty: 'comments.empty',
        invitation: 'form.comment',
      },
    },
  };
}

/** With the cursor of the part that has the comment `at`. */
async function partOf(request: PageRequest, id: string): Promise<PageRequest> {
  const at = queryValue(request, 'at');
  if (at === undefined) return request;
  const thread = await findPageThread(request.call.em, id);
  const end = (await findWindow(request.call, thread, at, LIMIT))?.end;
  return end === undefined ? request : { ...request, values: { ...request.values, before: formatCursor(end) } };
}
