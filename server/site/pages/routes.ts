import { sections } from '../../../routers/comments/thread.ts';
import { appError } from '../../../routers/base/errors.ts';
import { threadTags } from '../../../routers/comments/cache-tags.ts';
import type { NameKind } from '../../../routers/taxonomy/schemas.ts';
import { AUTHORS, nameFolders, namePath } from '../../process/paths.ts';
import type { View } from './engine.ts';
import { Moved } from './redirects.ts';
import type { PageRequest } from './request.ts';
import { archiveView } from './views/archive.ts';
import { authorsView, authorView, OLDER_PAGE } from './views/authors.ts';
import { guestbookView } from './views/guestbook.ts';
import { LAST_PAGE, listView } from './views/list.ts';
import { namesView } from './views/names.ts';
import { pageView } from './views/page.ts';
import { postView, previewView } from './views/post.ts';
import { searchView } from './views/search.ts';

/** A page, or all pages of a kind. */
export interface Page {
  /** A path of @koa/router. */
  path: string;
  /** The cache tags besides the settings; null if the page must not be cached or indexed. */
  tags: ((params: Params) => readonly string[]) | null;
  /** The query parameters and their valid values; others are ignored. */
  parameters?: Readonly<Record<string, RegExp>>;
  view(request: PageRequest, params: Params): Promise<View>;
}

/** The parameters of a path, decoded. */
export type Params = Record<string, string>;

const ANYTHING = /^/;
/** Parameters of pages with a form: its result, its thread, and the comment to reply to. */
export const formParameters = { sent: /^(shown|held)$/, thread: /^[\w-]{1,100}$/, reply: /^c-[\w-]{1,40}$/ };

const anyPost = () => ['posts'];
const anyTitle = () => ['titles'];
const offline = { title_key: 'offline.title', hidden: true };

const postPage: Page = {
  path: '/posts/:id',
  // Any post may be an adjacent or related one.
  tags: ({ id = '' }) => [...anyTitle(), 'authors', ...threadTags(id)],
  parameters: { before: ANYTHING, ...formParameters },
  view: (request, { id = '' }) => postView(request, id),
};

/** A page of the owner. Its route is the last, because its path matches everything at the root. */
export const ownPage: Page = {
  path: '/:id',
  tags: ({ id = '' }) => ['authors', ...threadTags(id)],
  parameters: { before: ANYTHING, ...formParameters },
  view: (request, { id = '' }) => pageView(request, id),
};

const guestbookPage: Page = {
  path: '/guestbook',
  tags: () => Object.keys(sections).flatMap(threadTags),
  parameters: { 'gb-note': ANYTHING, 'gb-idea': ANYTHING, ...formParameters },
  view: guestbookView,
};

export const pages: readonly Page[] = [
  {
    path: '/',
    tags: anyPost,
    parameters: { page: ANYTHING },
    view: (request) => home(request, pageOf(request)),
  },
  { path: '/page/:number', tags: anyPost, view: (request, { number = '' }) => homeAt(request, number) },
  postPage,
  { path: nameFolders.tag, tags: anyPost, view: (request) => namesView(request, 'tag') },
  listPage('tag'),
  { path: nameFolders.category, tags: anyPost, view: (request) => namesView(request, 'category') },
  listPage('category'),
  {
    path: AUTHORS,
    tags: () => ['authors', ...threadTags(OLDER_PAGE)],
    // Those of the page of the owner that may be there.
    parameters: ownPage.parameters!,
    view: authorsView,
  },
  {
    path: `${AUTHORS}/:id`,
    tags: anyPost,
    parameters: { page: ANYTHING },
    view: (request, { id = '' }) => authorView(request, id, pageOf(request)),
  },
  { path: '/archive', tags: anyTitle, view: (request) => archiveView(request, 1) },
  {
    path: '/archive/:year',
    tags: anyTitle,
    parameters: { page: ANYTHING },
    view: (request, { year = '' }) => archiveView(request, pageOf(request), year),
  },
  {
    path: '/search',
    tags: () => [...anyPost(), 'search'],
    parameters: { q: ANYTHING, page: ANYTHING },
    view: (request) => searchView(request, pageOf(request)),
  },
  guestbookPage,
  { path: '/preview/:token', tags: null, view: (request, { token = '' }) => previewView(request, token) },
  { path: '/offline', tags: () => [], view: () => Promise.resolve({ template: 'offline', values: offline }) },
];

/**
 * The page that shows the form of a thread.
 *
 * @param path of the page, for a post or a page of the owner
 */
export function pageOfThread(id: string, path: string): Page {
  if (Object.hasOwn(sections, id)) return guestbookPage;
  return path.startsWith('/posts/') ? postPage : ownPage;
}

function home(request: PageRequest, page: number): Promise<View> {
  return listView(request, { kind: 'home', page, pathOf: (number) => (number === 1 ? '/' : `/page/${number}`) });
}

/** The first page has one URL only. */
async function homeAt(request: PageRequest, number: string): Promise<View> {
  const page = pageIn(number);
  if (page === 1) throw new Moved('/');
  return home(request, page);
}

function listPage(kind: NameKind): Page {
  return {
    path: `${nameFolders[kind]}/:name`,
    tags: anyPost,
    parameters: { page: ANYTHING },
    view(request, { name = '' }) {
      const path = namePath(kind, name);
      const numberedPath = (number: number) => (number === 1 ? path : `${path}?page=${number}`);
      return listView(request, { kind, name, page: pageOf(request), pathOf: numberedPath });
    },
  };
}

/** The page number of the query. */
function pageOf({ values }: PageRequest): number {
  return pageIn(values['page'] ?? '1');
}

function pageIn(text: string | string[]): number {
  const page = typeof text === 'string' && /^[1-9]\d{0,2}$/.test(text) ? Number(text) : 0;
  if (page >= 1 && page <= LAST_PAGE) return page;
  throw appError('NOT_FOUND', 'There is no such page.');
}
