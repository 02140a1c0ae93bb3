import { sections } from '../../routers/comments/thread.ts';
import { refuse } from '../../routers/errors.ts';
import { threadTags } from '../../routers/tags.ts';
import { decodePart } from '../http/target.ts';
import type { View } from './engine.ts';
import { Moved } from './moved.ts';
import type { PageRequest } from './request.ts';
import { archiveView } from './views/archive.ts';
import { guestbookView } from './views/guestbook.ts';
import { LAST_PAGE, listView } from './views/list.ts';
import { postView, previewView } from './views/post.ts';
import { searchView } from './views/search.ts';

/** An address that has a page. */
export interface Found {
  /** Such as `/posts/{id}`, for the log. */
  route: string;
  /** What it depends on beside the settings, as tags of commits; null when nobody may keep it or list it. */
  tags: readonly string[] | null;
  /** What it reads of the query, and which values: others count as absent. */
  parameters?: Readonly<Record<string, RegExp>>;
  view(request: PageRequest): Promise<View>;
}

const ANYTHING = /^/;
/** What pages with a form read: what became of it, in which thread, and which comment is answered. */
const ofForms = { sent: /^(shown|held)$/, thread: /^[\w-]{1,100}$/, reply: /^c-[\w-]{1,40}$/ };

const fixed = new Map<string, Found>([
  [
    '/',
    { route: '/', tags: ['posts'], parameters: { page: ANYTHING }, view: (request) => home(request, pageOf(request)) },
  ],
  ['/archive', { route: '/archive', tags: ['posts'], view: (request) => archiveView(request, 1) }],
  [
    '/search',
    {
      route: '/search',
      tags: ['posts'],
      parameters: { q: ANYTHING, page: ANYTHING },
      view: (request) => searchView(request, pageOf(request)),
    },
  ],
  [
    '/guestbook',
    {
      route: '/guestbook',
      tags: Object.keys(sections).flatMap(threadTags),
      parameters: { 'gb-note': ANYTHING, 'gb-idea': ANYTHING, ...ofForms },
      view: guestbookView,
    },
  ],
  ['/offline', { route: '/offline', tags: [], view: () => Promise.resolve({ template: 'offline', values: offline }) }],
]);

const offline = { title_key: 'offline.title', hidden: true };

/** Pages by the first part of their path; each gets the second one, undecoded. */
const byFolder: Record<string, (name: string) => Found> = {
  page: (number) => ({ route: '/page/{number}', tags: ['posts'], view: (request) => homeAt(request, number) }),
  posts: postAt,
  tags: (name) => listAt('tag', name),
  categories: (name) => listAt('category', name),
  archive: (year) => ({
    route: '/archive/{year}',
    tags: ['posts'],
    parameters: { page: ANYTHING },
    view: (request) => archiveView(request, pageOf(request), year),
  }),
  preview: (token) => ({ route: '/preview/{token}', tags: null, view: (request) => previewView(request, token) }),
};

/**
 * Finds the page of a path; undefined when there is none.
 *
 * @throws BAD_REQUEST for malformed percent-encoding
 */
export function pageAt(path: string): Found | undefined {
  const [, folder = '', name = ''] = /^\/([a-z]+)\/([^/]+)$/.exec(path) ?? [];
  return fixed.get(path) ?? (Object.hasOwn(byFolder, folder) ? byFolder[folder]?.(name) : undefined);
}

/** The page that shows the form of a thread. */
export function pageOfThread(id: string): Found {
  return Object.hasOwn(sections, id) ? fixed.get('/guestbook')! : postAt(encodeURIComponent(id));
}

function postAt(name: string): Found {
  const id = decodePart(name);
  return {
    route: '/posts/{id}',
    // Its neighbours and related posts may be any.
    tags: ['posts', ...threadTags(id)],
    parameters: { before: ANYTHING, ...ofForms },
    view: (request) => postView(request, id),
  };
}

function home(request: PageRequest, page: number): Promise<View> {
  return listView(request, { kind: 'home', page, pathOf: (number) => (number === 1 ? '/' : `/page/${number}`) });
}

/** The first page has one address only. */
async function homeAt(request: PageRequest, number: string): Promise<View> {
  const page = pageIn(number);
  if (page === 1) throw new Moved('/');
  return home(request, page);
}

function listAt(kind: 'tag' | 'category', part: string): Found {
  const folder = kind === 'tag' ? '/tags' : '/categories';
  const name = decodePart(part);
  const path = `${folder}/${encodeURIComponent(name)}`;
  const pathOf = (number: number) => (number === 1 ? path : `${path}?page=${number}`);
  return {
    route: `${folder}/{name}`,
    tags: ['posts'],
    parameters: { page: ANYTHING },
    view: (request) => listView(request, { kind, name, page: pageOf(request), pathOf }),
  };
}

/** The number that the query gives. */
function pageOf({ values }: PageRequest): number {
  return pageIn(values['page'] ?? '1');
}

function pageIn(text: string | string[]): number {
  const page = typeof text === 'string' && /^[1-9]\d{0,2}$/.test(text) ? Number(text) : 0;
  if (page >= 1 && page <= LAST_PAGE) return page;
  throw refuse('NOT_FOUND', 'There is no such page.');
}
