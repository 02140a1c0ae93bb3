import { join } from 'node:path';

import { expect } from 'chai';
import { sql as query } from 'kysely';

import { lazy } from '../../routers/base/lazy.ts';
import { procedures } from '../../server/http/procedure-routes.ts';
import { copyDatabase } from '../../server/storage/copy/copy.ts';
import { databaseKinds, type DatabaseKind } from '../support/databases.ts';
import { newFolder } from '../support/run.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { fromEverywhere } from '../support/visitors.ts';
import { workMeter } from '../support/work.ts';

const SIZES = { small: 2_000, large: 20_000 };
/** How much more work a blog of ten times the size may take: an index has another level, a page is never half full. */
const MOST_GROWTH = 1.5;
/** Posts in the trash, where they stay for 30 days: they do not grow with the blog, like drafts. */
const DELETED = 20;
/** Drafts that are added in the end, by the same authors and in the same categories. Visitors' reads must not notice them. */
const DRAFTS = 5_000;
const ENV = { SITE_URL: 'https://blog.example' };
/** What is little on a blog of any size, in steps or pages. */
const FEW = 40;

/** Visitors' reads, by procedure or page. */
const visitors: Record<string, readonly string[]> = {
  'authors.list': ['/api/authors'],
  'changes.list': ['/api/changes', '/api/changes?limit=500'],
  'comments.counts': ['/api/comments/counts?ids=post-1,post-7,gb-note'],
  'comments.get': ['/api/posts/post-7/comments/unknown'],
  'comments.list': ['/api/posts/post-7/comments', '/api/posts/crowded/comments', '/api/posts/gb-note/comments'],
  'pages.get': ['/api/pages/page-1'],
  'pages.list': ['/api/pages'],
  'posts.get': ['/api/posts/post-7', '/api/posts/unknown'],
  'posts.list': [
    '/api/posts',
    '/api/posts?page=5',
    '/api/posts?tag=tag-3',
    '/api/posts?tag=tag-3&category=category-3',
    '/api/posts?tag=rare-5',
    '/api/posts?tags=tag-3,rare-5',
    '/api/posts?category=category-3&page=5',
    '/api/posts?category=unknown',
    '/api/posts?author=author-3',
    '/api/posts?author=author-3&page=5',
    '/api/posts?author=unknown',
    ...['date', 'updated', 'title'].flatMap((sort) => [
      `/api/posts?sort=${sort}`,
      `/api/posts?sort=${sort}&order=asc&page=5`,
    ]),
    '/api/posts?from=2026-02-20',
    '/api/posts?from=2026-02-20&sort=title',
    '/api/posts?search=rare77x',
    '/api/posts?search=common',
  ],
  'preview.read': ['/api/preview/unknown'],
  'search.query': [
    '/api/search?q=rare77x',
    '/api/search?q=common',
    '/api/search?q=word7',
    '/api/search?q=word7%20rare57x',
    '/api/search?q=%22rare77x%20common%22',
    '/api/search?q=rare77x%20-word9',
    '/api/search?q=unknown',
  ],
  'search.site': ['/api/search/site?q=rare77x'],
  'settings.site': ['/api/site'],
  'stats.all': ['/api/stats'],
  'stats.popular': ['/api/popular', '/api/popular?limit=50', '/api/popular?range=7d'],
  'threads.comments': ['/api/threads/comments?url=https://notes.example/unknown'],
  'threads.reactions': ['/api/threads/reactions?post=post-7'],
  pages: [
    '/',
    '/page/5',
    '/posts/post-7',
    '/tags/tag-3',
    '/categories/category-3',
    '/archive',
    '/guestbook',
    '/authors/author-3',
    '/embed/thread?url=https://notes.example/unknown',
  ],
  feeds: [
    '/feed.xml',
    '/atom.xml',
    '/feed.json',
    '/tags/tag-3/feed.xml',
    '/categories/category-3/atom.xml',
    '/authors/author-3/feed.xml',
  ],
  files: ['/sitemap.xml', '/sitemap-1.xml', '/llms.txt', '/robots.txt', '/posts/post-7.md'],
};

/** The administrator's. */
const administrators: Record<string, readonly string[]> = {
  'admin.clientIp': ['/api/admin/client-ip'],
  'admin.health': ['/api/admin/health'],
  'admin.mail': ['/api/admin/mail'],
  'admin.newDevices': ['/api/admin/new-devices'],
  'admin.session': ['/api/admin/session'],
  'admin.sessions': ['/api/admin/sessions'],
  'admin.state': ['/api/admin/state'],
  'audit.export': ['/api/admin/audit/export'],
  'audit.list': ['/api/admin/audit', '/api/admin/audit?subject=posts', '/api/admin/audit?subject=keys'],
  'authors.all': ['/api/admin/authors'],
  'authors.get': ['/api/admin/authors/author-3', '/api/admin/authors/unknown'],
  'comments.all': [
    '/api/comments',
    '/api/comments?page=5',
    '/api/comments?status=pending',
    '/api/comments?status=approved',
    '/api/comments?order=held',
    '/api/comments?post=post-7',
    '/api/comments?search=rare77x',
  ],
  'jobs.list': ['/api/admin/jobs'],
  'keys.get': ['/api/admin/keys/unknown'],
  'keys.list': ['/api/admin/keys'],
  'mailings.get': ['/api/posts/post-7/mailing'],
  'mailings.preview': ['/api/posts/post-7/mailing/preview'],
  'media.get': ['/api/media/unknown'],
  'media.list': ['/api/media'],
  'media.uses': ['/api/media/unknown/uses'],
  'pictures.unmeasured': ['/api/admin/pictures'],
  'posts.all': [
    '/api/admin/posts',
    '/api/admin/posts?page=5',
    ...['title', 'updated', 'views', 'likes', 'comments'].map((sort) => `/api/admin/posts?sort=${sort}`),
    '/api/admin/posts?status=draft',
    '/api/admin/posts?status=published',
    '/api/admin/posts?tag=tag-3',
    '/api/admin/posts?category=category-3&sort=views',
    '/api/admin/posts?author=author-3',
    '/api/admin/posts?search=rare77x',
  ],
  'media.fetchState': ['/api/media/fetch/unknown'],
  'passkeys.list': ['/api/admin/passkeys'],
  'preview.links': ['/api/posts/post-7/preview-links'],
  'redirects.export': ['/api/admin/redirects/export'],
  'redirects.get': ['/api/admin/redirects/unknown'],
  'redirects.list': ['/api/admin/redirects'],
  'redirects.missing': ['/api/admin/redirects/missing'],
  'reports.list': ['/api/admin/errors'],
  'revisions.get': ['/api/posts/post-7/revisions/1'],
  'revisions.list': ['/api/posts/post-7/revisions'],
  'settings.get': ['/api/admin/settings'],
  'spam.blocked': ['/api/admin/blocked-writers'],
  'stats.analytics': ['/api/admin/analytics', '/api/admin/analytics?post=post-7'],
  'stats.days': ['/api/admin/stats'],
  'subscribers.export': ['/api/admin/subscribers/export'],
  'subscribers.get': ['/api/admin/subscribers/1'],
  'subscribers.list': ['/api/admin/subscribers'],
  'taxonomy.list': ['/api/admin/names/tag', '/api/admin/names/category', '/api/admin/names/tag?search=rare-77'],
  'threads.list': ['/api/admin/threads'],
  'totp.state': ['/api/admin/totp'],
  'trash.list': ['/api/admin/trash', '/api/admin/trash?page=2'],
  'transfer.export': ['/api/admin/export'],
  'webhooks.deliveries': ['/api/admin/webhooks/unknown/deliveries'],
  'webhooks.get': ['/api/admin/webhooks/unknown'],
  'webhooks.list': ['/api/admin/webhooks'],
  'workingCopies.get': ['/api/posts/post-7/working-copy'],
};

/** Reads that may look at more of a larger blog, and why. */
const reviewed: Record<string, string> = {
  '/api/posts?search=rare77x': 'a substring is looked for in every text, by a thread',
  '/api/posts?search=common': 'a substring is looked for in every text, by a thread',
  '/api/posts?tags=tag-3,rare-5': 'all posts with the more frequent tag',
  '/api/stats': 'the sums of all counters, by a thread',
  '/api/search?q=common': 'all matches are counted, by a thread',
  '/api/search?q=word7': 'all matches are counted, by a thread',
  '/api/popular?range=7d': 'the counters of all posts, by a thread',
  '/archive': 'the posts of each year are counted, by a thread',
  '/sitemap.xml': 'has all addresses, in pieces',
  '/api/comments': 'comments are counted, by a thread',
  '/api/comments?page=5': 'comments are counted, by a thread',
  '/api/comments?status=approved': 'comments are counted, by a thread',
  '/api/comments?order=held': 'comments are counted, by a thread',
  '/api/comments?search=rare77x': 'a substring is looked for in every text, by a thread',
  '/api/admin/posts?sort=views': 'all posts are sorted, by a thread',
  '/api/admin/posts?sort=likes': 'all posts are sorted, by a thread',
  '/api/admin/posts?sort=comments': 'all posts are sorted, by a thread',
  '/api/admin/posts?tag=tag-3': 'all posts with the tag are sorted, by a thread',
  '/api/admin/posts?category=category-3&sort=views': 'all posts of the category are sorted, by a thread',
  '/api/admin/posts?author=author-3': 'all posts of the author are sorted, as those of a tag',
  '/api/posts?author=author-3&page=5': 'walks along the posts of the author until the page is full',
  '/api/admin/audit/export': 'a piece of limited size, which a small log does not fill',
  '/api/admin/posts?search=rare77x': 'a substring is looked for in every text, by a thread',
  '/api/admin/names/tag': 'ten times as many posts have ten times as many tags here',
  '/api/admin/names/tag?search=rare-77': 'ten times as many posts have ten times as many tags here',
};

/** Reads that may look at more when there are more drafts, and why. */
const reviewedWithDrafts: Record<string, string> = {
  '/api/posts?search=rare77x': 'a substring is looked for in every text, by a thread',
  '/api/posts?search=common': 'a substring is looked for in every text, by a thread',
  '/api/stats': 'the counters of drafts are taken from the sums of all, by a thread',
};

/**
 * While most posts are published, PostgreSQL may walk along an index of all posts and skip the drafts, whatever the index
 * of public posts would cost: it does not know where the drafts are in it. Its searches look up each hit.
 */
function isReviewedWithDrafts(read: string, engine: DatabaseKind['name']): boolean {
  const isWalk = !read.startsWith('/api/search') || read === '/api/search?q=unknown';
  return read in reviewedWithDrafts || (engine === 'PostgreSQL' && isWalk);
}

/** Those that PostgreSQL alone reads more pages for. */
const reviewedOnPostgres: Record<string, string> = {
  '/api/posts?tag=tag-3': 'walks along the order until the page is full, in a small blog to its end',
  '/tags/tag-3': 'walks along the order until the page is full, in a small blog to its end',
  '/tags/tag-3/feed.xml': 'walks along the order until the page is full, in a small blog to its end',
  '/api/posts/crowded/comments': 'no more than a page, row by row once the table is large',
  '/api/posts?from=2026-02-20&sort=title': 'the posts of nine days, row by row once the table is large',
  '/api/popular?limit=50': 'posts of the same score are sorted',
  '/api/admin/export': 'a piece of limited size, which is on fewer pages in a small blog',
};

describe('the work of reads', () => {
  let files: Record<Size, string>;

  // Written once, and copied for PostgreSQL.
  before(async function () {
    this.timeout(300_000);
    files = await growingBlog();
  });

  it('is known for every procedure that reads', () => {
    const queries = Object.entries(procedures).flatMap(([name, { _def }]) => (_def.type === 'query' ? [name] : []));
    expect(Object.keys({ ...visitors, ...administrators })).to.include.members(queries);
  });

  for (const kind of databaseKinds) {
    const isPostgres = kind.name === 'PostgreSQL';
    const all = { ...visitors, ...administrators };
    const large = lazy(() => workOf(kind, files.large, all));

    it(`does not grow with the blog, except where that was reviewed (${kind.name})`, async function () {
      this.timeout(300_000);
      const small = await workOf(kind, files.small, all);
      const growing = slower(small, await large.get());
      const known = { ...reviewed, ...(isPostgres && reviewedOnPostgres) };
      const unknown = growing.filter((read) => !(read in known));
      expect(unknown, figures(unknown, small, await large.get())).to.deep.equal([]);
      if (!isPostgres) expect(Object.keys(reviewed).filter((read) => !growing.includes(read))).to.deep.equal([]);
    });

    // docs/interface.md, B8
    it(`does not grow with drafts and the trash, which visitors do not see (${kind.name})`, async function () {
      this.timeout(300_000);
      const withDrafts = await workOf(kind, files.withDrafts, visitors);
      const unknown = slower(await large.get(), withDrafts).filter((read) => !isReviewedWithDrafts(read, kind.name));
      expect(unknown, figures(unknown, await large.get(), withDrafts)).to.deep.equal([]);
    });
  }
});

type Size = 'small' | 'large' | 'withDrafts';

interface Statement {
  sql: string;
  work: number;
}

/** The statements of each read. */
type Work = Record<string, Statement[]>;

/** The reads that are in both, and cost more in the second. */
function slower(before: Work, after: Work): string[] {
  return Object.keys(after).filter((read) => sumOf(after[read]!) > MOST_GROWTH * sumOf(before[read]!) + FEW);
}

function figures(reads: readonly string[], before: Work, after: Work): string {
  return reads.map((read) => `${read}: ${costliest(before[read]!)}, ${costliest(after[read]!)}`).join('\n');
}

function sumOf(statements: readonly Statement[]): number {
  return statements.reduce((sum, { work }) => sum + work, 0);
}

function costliest(statements: readonly Statement[]): string {
  const [most] = statements.toSorted((a, b) => b.work - a.work);
  return `${most?.work} for ${most?.sql} [${statements.map(({ work }) => work).join()}]`;
}

/** @returns the SQLite file of each size */
async function growingBlog(): Promise<Record<Size, string>> {
  const service = fromEverywhere(await startTestService(databaseKinds[0]!, ENV));
  const folder = await newFolder();
  const snapshot = async (name: Size) => {
    const file = join(folder, `${name}.db`);
    await query`vacuum into ${file}`.execute(service.database.kysely);
    return file;
  };
  await service.admin('POST', '/api/posts', { id: 'crowded', title: 'Crowded', status: 'published', content: 'x' });
  for (let author = 0; author < 10; author++) {
    await service.admin('POST', '/api/admin/authors', { id: `author-${author}`, name: `Author ${author}` });
  }
  await importAll(service, deletedAt, 0, DELETED);
  const ids = Array.from({ length: DELETED }, (_, number) => deletedAt(number).id);
  expect((await service.admin('POST', '/api/posts/bulk', { action: 'trash', ids })).body.changed).to.equal(DELETED);
  await importAll(service, postAt, 0, SIZES.small);
  const small = await snapshot('small');
  await importAll(service, postAt, SIZES.small, SIZES.large);
  const large = await snapshot('large');
  await importAll(service, draftAt, 0, DRAFTS);
  const withDrafts = await snapshot('withDrafts');
  await service.close();
  return { small, large, withDrafts };
}

/** Imports posts from one number up to another, and comments on them if they are public. */
async function importAll(
  service: TestService,
  post: (number: number) => object,
  from: number,
  to: number,
): Promise<void> {
  for (let first = from; first < to; first += 100) {
    const numbers = Array.from({ length: Math.min(100, to - first) }, (_, at) => first + at);
    const commented = post === postAt ? numbers.filter((number) => number < 100 || number % 5 === 0) : [];
    const batch = { posts: numbers.map(post), comments: commented.map(commentAt) };
    expect((await service.admin('POST', '/api/admin/import', batch)).status).to.equal(200);
  }
}

/** Counts the work of reads of a blog on an engine. */
async function workOf(kind: DatabaseKind, file: string, reads: Record<string, readonly string[]>): Promise<Work> {
  const isPostgres = kind.name === 'PostgreSQL';
  const url = isPostgres ? await kind.freshUrl() : `sqlite:${file}`;
  if (isPostgres) await copyDatabase(`sqlite:${file}`, url, () => {});
  const service = fromEverywhere(await startTestService(kind, { ...ENV, DATABASE_URL: url }));
  try {
    return await measure(service, reads);
  } finally {
    await service.close();
  }
}

/** Administrators' reads are asked with a token. */
async function measure(service: TestService, reads: Record<string, readonly string[]>): Promise<Work> {
  if (service.database.dialect === 'postgres') await query`vacuum analyze`.execute(service.database.kysely);
  const meter = await workMeter(service);
  const work: Work = {};
  for (const [procedure, paths] of Object.entries(reads)) {
    const options = procedure in administrators ? { token: service.token } : {};
    for (const path of paths) {
      // From the database, and by the statements of this read alone.
      await service.changes.hear(['*']);
      await service.call('GET', path, options);
      await service.changes.hear(['*']);
      service.queries.length = 0;
      const { status } = await service.call('GET', path, options);
      expect(status, path).to.be.oneOf([200, 403, 404]);
      // Beside them, the spam filter learns of what the start found.
      const selects = service.queries.filter(({ sql }) => /^(select|with)\b(?!.*"learned" is null)/.test(sql));
      work[path] = [];
      for (const select of selects) work[path].push({ sql: select.sql, work: await meter.work(select) });
    }
  }
  meter.close();
  return work;
}

function postAt(number: number) {
  return {
    sourceKey: `post-${number}`,
    id: `post-${number}`,
    title: `Post ${number}`,
    status: 'published',
    date: momentOf(number).slice(0, 10),
    tags: [`tag-${number % 20}`, `rare-${Math.floor(number / 10)}`],
    category: `category-${number % 10}`,
    authors: [`author-${number % 10}`],
    content: `Words of post ${number}: rare${number}x common, word${number % 50}.`,
  };
}

function draftAt(number: number) {
  const named = { sourceKey: `draft-${number}`, id: `draft-${number}`, title: `Draft ${number}` };
  return { ...postAt(number), ...named, status: 'draft', tags: ['drafted'], content: `Not yet: draft${number}z.` };
}

/** One that is moved to the trash. */
function deletedAt(number: number) {
  return { ...postAt(number), sourceKey: `deleted-${number}`, id: `deleted-${number}`, status: 'draft' };
}

function commentAt(number: number) {
  return {
    sourceKey: `comment-${number}`,
    post: number < 100 ? 'crowded' : `post-${number}`,
    author: `Reader ${number % 100}`,
    content: `Comment ${number}.`,
    created_at: momentOf(number),
  };
}

/** An hour before that of the number before. */
function momentOf(number: number): string {
  return new Date(Date.parse('2026-02-28T00:00:00Z') - number * 3_600_000).toISOString();
}
