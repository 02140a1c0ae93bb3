import { listComments } from '../../routers/comments/read.ts';
import { sections } from '../../routers/comments/thread.ts';
import type { Section } from '../../entities/comment.ts';
import type { CallContext } from '../../routers/context.ts';
import { refuse } from '../../routers/errors.ts';
import { getPost, listPosts } from '../../routers/posts/read.ts';
import { readPreview } from '../../routers/preview/preview.ts';
import { postTags, threadTags } from '../../routers/tags.ts';
import { decodePart } from '../http/target.ts';
import type { Renderer } from '../render/markdown.ts';
import { guestbookPage } from './guestbook.ts';
import { homePage } from './home.ts';
import { postPage, previewPage } from './post.ts';

/** What a page is made of. */
interface Request {
  call: CallContext;
  renderer: Renderer;
  /** What the query holds. */
  values: Record<string, string | string[]>;
}

/** An address that has a page. */
interface Found {
  /** Such as `/posts/{id}`, for the log. */
  route: string;
  /** Whether nobody may keep it or list it. */
  unlisted: boolean;
  /** What it depends on beside the settings, as tags of commits. */
  tags: readonly string[];
  /** What it reads of the query. */
  parameters: readonly string[];
  write(request: Request): Promise<string>;
}

/** Finds the page of a path; undefined when there is none. */
export function pageAt(path: string): Found | undefined {
  const simple = simplePages.get(path);
  if (simple) return simple;
  const [, folder, name = ''] = /^\/(posts|preview)\/([^/]+)$/.exec(path) ?? [];
  if (folder === 'posts') return postAt(name);
  if (folder !== 'preview') return undefined;
  return {
    route: '/preview/{token}',
    unlisted: true,
    tags: [],
    parameters: [],
    write: (request) => preview(request, name),
  };
}

const simplePages = new Map<string, Found>([
  ['/', { route: '/', unlisted: false, tags: ['posts'], parameters: ['page'], write: home }],
  [
    '/guestbook',
    {
      route: '/guestbook',
      unlisted: false,
      tags: Object.keys(sections).flatMap(threadTags),
      parameters: Object.keys(sections),
      write: guestbook,
    },
  ],
]);

function postAt(name: string): Found {
  const id = decodePart(name);
  return {
    route: '/posts/{id}',
    unlisted: false,
    tags: postTags(id),
    parameters: [],
    write: (request) => post(request, id),
  };
}

/** Posts on one page of the list, and how many pages there are at most (interface.md, Limits). */
const PAGE_SIZE = 10;
const LAST_PAGE = 200;

async function home({ call, values }: Request): Promise<string> {
  const page = readPage(values['page']);
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

async function guestbook({ call, values }: Request): Promise<string> {
  const both = (Object.keys(sections) as Section[]).map(async (id) => {
    const before = values[id];
    return { id, ...(await listComments(call, id, typeof before === 'string' ? before : undefined)) };
  });
  return guestbookPage(await call.settings.current(), await Promise.all(both));
}

async function post({ call, renderer }: Request, id: string): Promise<string> {
  const found = await getPost(call, id);
  return postPage(await call.settings.current(), found, renderer);
}

async function preview({ call, renderer }: Request, token: string): Promise<string> {
  const found = await readPreview(call, token);
  return previewPage(await call.settings.current(), found, renderer);
}
