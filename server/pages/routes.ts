import type { IncomingMessage } from 'node:http';

import { listComments } from '../../routers/comments/read.ts';
import { sections } from '../../routers/comments/thread.ts';
import type { Section } from '../../entities/comment.ts';
import type { CallContext } from '../../routers/context.ts';
import { refuse } from '../../routers/errors.ts';
import { getPost, listPosts } from '../../routers/posts/read.ts';
import { readPreview } from '../../routers/preview/preview.ts';
import { decodePart, parseQuery, readTarget } from '../http/target.ts';
import type { Renderer } from '../render/markdown.ts';
import { guestbookPage } from './guestbook.ts';
import { homePage } from './home.ts';
import { postPage, previewPage } from './post.ts';

/** What a page is made of. */
interface Request {
  call: CallContext;
  renderer: Renderer;
  req: IncomingMessage;
}

/** An address that has a page. */
interface Found {
  /** Such as `/posts/{id}`, for the log. */
  route: string;
  /** Whether nobody may keep it or list it. */
  unlisted: boolean;
  write(request: Request): Promise<string>;
}

/** Finds the page of a path; undefined when there is none. */
export function pageAt(path: string): Found | undefined {
  if (path === '/') return { route: path, unlisted: false, write: home };
  if (path === '/guestbook') return { route: path, unlisted: false, write: guestbook };
  const [, folder, name = ''] = /^\/(posts|preview)\/([^/]+)$/.exec(path) ?? [];
  if (folder === 'posts') return { route: '/posts/{id}', unlisted: false, write: (request) => post(request, name) };
  if (folder !== 'preview') return undefined;
  return { route: '/preview/{token}', unlisted: true, write: (request) => preview(request, name) };
}

/** Posts on one page of the list, and how many pages there are at most (interface.md, Limits). */
const PAGE_SIZE = 10;
const LAST_PAGE = 200;

async function home({ call, req }: Request): Promise<string> {
  const page = readPage(parseQuery(readTarget(req).query)['page']);
  const { posts, total } = await listPosts(call, { page, pageSize: PAGE_SIZE });
  if (page > 1 && posts.length === 0) throw refuse('NOT_FOUND', 'There is no such page.');
  const last = Math.min(LAST_PAGE, Math.max(1, Math.ceil(total / PAGE_SIZE)));
  return homePage(await call.settings.current(), { posts, page, last });
}

function readPage(text: string | string[] = '1'): number {
  const page = typeof text === 'string' && /^[1-9]\d{0,2}$/.test(text) ? Number(text) : LAST_PAGE + 1;
  if (page <= LAST_PAGE) return page;
  throw refuse('NOT_FOUND', 'There is no such page.');
}

async function guestbook({ call, req }: Request): Promise<string> {
  const query = parseQuery(readTarget(req).query);
  const both = (Object.keys(sections) as Section[]).map(async (id) => {
    const before = query[id];
    return { id, ...(await listComments(call, id, typeof before === 'string' ? before : undefined)) };
  });
  return guestbookPage(await call.settings.current(), await Promise.all(both));
}

async function post({ call, renderer }: Request, id: string): Promise<string> {
  const found = await getPost(call, decodePart(id));
  return postPage(await call.settings.current(), found, renderer);
}

async function preview({ call, renderer }: Request, token: string): Promise<string> {
  const found = await readPreview(call, token);
  return previewPage(await call.settings.current(), found, renderer);
}
