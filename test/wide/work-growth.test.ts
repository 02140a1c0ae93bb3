import { expect } from 'chai';
import { sql as query } from 'kysely';

import { procedures } from '../../server/routes.ts';
import type { TestService } from '../support/service.ts';
import { describeVisited } from '../support/visitors.ts';
import { workMeter } from '../support/work.ts';

const SIZES = { small: 2_000, large: 20_000 };
/** How much more work a blog of ten times the size may take: an index has another level, a page is never half full. */
const MOST_GROWTH = 1.5;

/** Visitors' reads, by procedure or page. */
const visitors: Record<string, readonly string[]> = {
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
    ...['date', 'updated', 'title'].flatMap((sort) => [
      `/api/posts?sort=${sort}`,
      `/api/posts?sort=${sort}&order=asc&page=5`,
    ]),
    '/api/posts?from=2026-02-20',
    '/api/posts?from=2026-02-20&sort=title',
    '/api/posts?search=rare77',
    '/api/posts?search=common',
  ],
  'preview.read': ['/api/preview/unknown'],
  'search.query': [
    '/api/search?q=rare77',
    '/api/search?q=common',
    '/api/search?q=word7',
    '/api/search?q=word7%20rare57',
    '/api/search?q=%22rare77%20common%22',
    '/api/search?q=rare77%20-word9',
    '/api/search?q=unknown',
  ],
  'search.site': ['/api/search/site?q=rare77'],
  'settings.site': ['/api/site'],
  'stats.all': ['/api/stats'],
  'stats.popular': ['/api/popular', '/api/popular?limit=50', '/api/popular?range=7d'],
  pages: ['/', '/page/5', '/posts/post-7', '/tags/tag-3', '/categories/category-3', '/archive', '/guestbook'],
  feeds: ['/feed.xml', '/atom.xml', '/feed.json', '/tags/tag-3/feed.xml', '/categories/category-3/atom.xml'],
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
  'comments.all': [
    '/api/comments',
    '/api/comments?page=5',
    '/api/comments?status=pending',
    '/api/comments?status=approved',
    '/api/comments?order=held',
    '/api/comments?post=post-7',
    '/api/comments?search=rare77',
  ],
  'jobs.list': ['/api/admin/jobs'],
  'keys.get': ['/api/admin/keys/unknown'],
  'keys.list': ['/api/admin/keys'],
  'mailings.get': ['/api/posts/post-7/mailing'],
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
    '/api/admin/posts?search=rare77',
  ],
  'preview.links': ['/api/posts/post-7/preview-links'],
  'reports.list': ['/api/admin/errors'],
  'revisions.get': ['/api/posts/post-7/revisions/1'],
  'revisions.list': ['/api/posts/post-7/revisions'],
  'settings.get': ['/api/admin/settings'],
  'spam.blocked': ['/api/admin/blocked-writers'],
  'stats.days': ['/api/admin/stats'],
  'subscribers.export': ['/api/admin/subscribers/export'],
  'subscribers.get': ['/api/admin/subscribers/1'],
  'subscribers.list': ['/api/admin/subscribers'],
  'taxonomy.list': ['/api/admin/names/tag', '/api/admin/names/category', '/api/admin/names/tag?search=rare-77'],
  'transfer.export': ['/api/admin/export'],
  'webhooks.deliveries': ['/api/admin/webhooks/unknown/deliveries'],
  'webhooks.get': ['/api/admin/webhooks/unknown'],
  'webhooks.list': ['/api/admin/webhooks'],
  'workingCopies.get': ['/api/posts/post-7/working-copy'],
};

/** Reads that may look at more of a larger blog, and why. */
const reviewed: Record<string, string> = {};

describeVisited.onBothEngines('the work of reads', (use) => {
  it('is known for every procedure that reads', () => {
    const queries = Object.entries(procedures).flatMap(([name, { _def }]) => (_def.type === 'query' ? [name] : []));
    expect(Object.keys({ ...visitors, ...administrators })).to.include.members(queries);
  });

  it('does not grow with the blog, except where that was reviewed', async () => {
    await use().admin('POST', '/api/posts', { id: 'crowded', title: 'Crowded', status: 'published', content: 'x' });
    const [small, large] = [await workAt(use(), SIZES.small), await workAt(use(), SIZES.large)];
    const growing = Object.keys(small).filter((read) => large[read]! > MOST_GROWTH * small[read]! + 40);
    for (const read of growing) console.log(read, small[read], large[read]);
    expect(growing).to.have.members(Object.keys(reviewed));
  });
});

/** Adds posts until there are so many, and counts the work of each read. */
async function workAt(service: TestService, posts: number): Promise<Record<string, number>> {
  const { body } = await service.admin('GET', '/api/posts?pageSize=1');
  for (let from = (body as { total: number }).total - 1; from < posts; from += 100) {
    const numbers = Array.from({ length: 100 }, (_, at) => from + at);
    const batch = { posts: numbers.map(postAt), comments: numbers.map(commentAt) };
    expect((await service.admin('POST', '/api/admin/import', batch)).status).to.equal(200);
  }
  if (service.database.dialect === 'postgres') await query`vacuum analyze`.execute(service.database.kysely);
  const meter = await workMeter(service);
  const work: Record<string, number> = {};
  for (const [reads, token] of [[visitors, undefined], [administrators, service.token]] as const) {
    for (const path of Object.values(reads).flat()) {
      // From the database, and by the statements of this read alone.
      await service.changes.hear(['*']);
      await service.call('GET', path, token === undefined ? {} : { token });
      await service.changes.hear(['*']);
      service.queries.length = 0;
      const { status } = await service.call('GET', path, token === undefined ? {} : { token });
      expect(status, path).to.be.oneOf([200, 403, 404]);
      const selects = service.queries.filter(({ sql }) => /^(select|with)\b/.test(sql));
      work[path] = 0;
      for (const select of selects) work[path] += await meter.work(select);
    }
  }
  meter.close();
  return work;
}

function postAt(number: number) {
  const day = new Date(Date.parse('2026-02-28T00:00:00Z') - number * 3_600_000);
  return {
    sourceKey: `post-${number}`,
    id: `post-${number}`,
    title: `Post ${number}`,
    status: 'published',
    date: day.toISOString().slice(0, 10),
    tags: [`tag-${number % 20}`, `rare-${Math.floor(number / 10)}`],
    category: `category-${number % 10}`,
    content: `Words of post ${number}: rare${number} common, word${number % 50}.`,
  };
}

function commentAt(number: number) {
  return {
    sourceKey: `comment-${number}`,
    post: number < 100 ? 'crowded' : `post-${number}`,
    author: `Reader ${number % 100}`,
    content: `Comment ${number}.`,
    created_at: '2026-02-28T00:00:00Z',
  };
}
