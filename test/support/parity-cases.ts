import { sha256 } from '../../routers/base/secrets.ts';
import type { Input } from './faces.ts';
import { write } from './posts.ts';
import { PASSWORD, type TestService } from './service.ts';
import { insertMailing, insertSubscriber } from './subscribers.ts';
import { insertWebhook } from './webhooks.ts';

/** The inputs of a procedure; `bad` is absent if no input is invalid. */
interface Case {
  good: Input | ((service: TestService) => Promise<Input>);
  bad?: Input;
  headers?: Record<string, string>;
  /** The error code of the good input, if it fails. */
  refused?: string;
}

const RECEIPT = 'the-receipt-of-the-fixed-comment';
const receipt = { 'x-comment-receipt': RECEIPT };

const NO_PASSKEY = {
  id: 'AA',
  rawId: 'AA',
  type: 'public-key',
  response: { clientDataJSON: 'AA', attestationObject: 'AA', authenticatorData: 'AA', signature: 'AA' },
};

/** For every procedure, in an order in which each finds the data that it needs. */
export const cases: Record<string, Case> = {
  'posts.list': { good: { tag: 't', pageSize: 101 }, bad: { page: 201 } },
  'posts.get': { good: { id: 'A-Post' }, bad: { id: 'nobody' } },
  'posts.create': { good: { title: 'Parity', content: 'x', tags: ['b', 'a'], pinned: true }, bad: { title: '' } },
  'posts.update': { good: { id: 'a-post', title: 'New' }, bad: { id: 'a-post', title: 'Newer', ifVersion: 0 } },
  'posts.rename': { good: { id: 'parity', newId: 'Renamed' }, bad: { id: 'renamed', newId: 'a-post' } },
  'posts.all': { good: { sort: 'title', order: 'asc', pageSize: 101 }, bad: { sort: 'size' } },
  'posts.bulk': {
    good: { action: 'tag', tag: 'u', ids: ['a-post', 'nobody'] },
    bad: { action: 'tag', ids: ['a-post'] },
  },
  'posts.render': { good: { content: '## A *text*' }, bad: { content: 7 } },
  'workingCopies.save': {
    good: { id: 'a-post', baseVersion: 5, fields: { title: 'Newest', tags: ['v', 'v'], pinned: true } },
    bad: { id: 'a-post', baseVersion: 5, fields: { title: '' } },
  },
  'workingCopies.get': { good: { id: 'a-post' }, bad: { id: 'nobody' } },
  'workingCopies.publish': { good: { id: 'a-post' }, bad: { id: 'a-post' } },
  'workingCopies.discard': { good: { id: 'a-post' }, bad: { id: 'nobody' } },
  'revisions.list': { good: { id: 'a-post', pageSize: 101 }, bad: { id: 'nobody' } },
  'revisions.get': { good: { id: 'a-post', version: 1 }, bad: { id: 'a-post', version: 999 } },
  'revisions.restore': { good: { id: 'a-post', version: 1 }, bad: { id: 'a-post', version: 1, ifVersion: 0 } },
  'taxonomy.list': { good: { kind: 'tag', search: 'B', sort: 'name', pageSize: 101 }, bad: { kind: 'post' } },
  'taxonomy.describe': {
    good: { kind: 'tag', name: 'b', description: 'What & why' },
    bad: { kind: 'tag', name: 'none', description: '' },
  },
  'taxonomy.rename': {
    good: { kind: 'tag', name: 'b', newName: 'u/ü' },
    bad: { kind: 'tag', name: 'u/ü', newName: '' },
  },
  'taxonomy.delete': { good: { kind: 'tag', name: 'u/ü' }, bad: { kind: 'tag', name: 'u/ü' } },
  'posts.trash': { good: { id: 'renamed' }, bad: { id: 'renamed', ifVersion: 0 } },
  'trash.list': { good: { pageSize: 101 }, bad: { pageSize: 0 } },
  'trash.restore': { good: { id: 'renamed' }, bad: { id: 'renamed' } },
  'trash.delete': { good: { id: 'nobody' }, refused: 'NOT_FOUND' },
  'trash.empty': { good: {} },
  'posts.delete': { good: { id: 'renamed' }, bad: { id: 'renamed' } },
  'pages.create': {
    good: { title: 'About', id: 'About', date: '2020-01-01', allowComments: true },
    bad: { title: 'X', id: 'posts' },
  },
  'pages.list': { good: { pageSize: 101 }, bad: { pageSize: 0 } },
  'pages.get': { good: { id: 'ABOUT', include: 'html' }, bad: { id: 'a-post' } },
  'pages.update': { good: { id: 'about', title: 'Us' }, bad: { id: 'about', title: 'Them', ifVersion: 0 } },
  'pages.delete': { good: { id: 'about' }, bad: { id: 'about' } },
  'pages.trash': { good: { id: 'about' }, refused: 'NOT_FOUND', bad: { id: 'about', ifVersion: -1 } },

  'changes.list': { good: { limit: 2 }, bad: { after: 'nonsense' } },
  'threads.comments': { good: { url: 'https://notes.example/a' }, bad: { url: 'https://other.example/' } },
  'threads.list': { good: { pageSize: 101 }, bad: { pageSize: 0 } },
  'threads.rename': {
    good: { id: 'nobody', url: 'https://notes.example/b' },
    refused: 'NOT_FOUND',
    bad: { id: 'nobody', url: 'x' },
  },
  'threads.move': { good: { csv: 'https://notes.example/a,https://notes.example/b\n' }, bad: { csv: 7 } },
  'threads.preview': { good: { content: '*a*' }, bad: { content: '' } },
  'threads.counts': { good: { urls: ['https://notes.example/a', 'x'] }, bad: { urls: [] } },
  'threads.reactions': { good: {}, refused: 'BAD_REQUEST', bad: { url: 'x' } },
  'threads.react': { good: { post: 'a-post', reaction: 'heart' }, bad: { post: 'a-post', reaction: 'none' } },
  'threads.unreact': { good: { post: 'a-post', reaction: 'heart' }, bad: { post: 'nobody', reaction: 'heart' } },
  'threads.submit': {
    good: { url: 'https://notes.example/a', title: 'A', author: 'Ann', content: 'On a page' },
    bad: { url: 'https://notes.example/a', author: '', content: 'x' },
  },
  'comments.list': { good: { id: 'a-post' }, bad: { id: 'gb-x' } },
  'comments.get': { good: { id: 'a-post', commentId: 'c-fixed' }, bad: { id: 'a-post', commentId: 'c-none' } },
  'comments.submit': {
    good: { id: 'gb-note', author: 'A <b>', content: 'Hi & "you"' },
    bad: { id: 'gb-note', author: 'A <b>', content: 'Hi & "you"' },
  },
  'comments.edit': {
    good: { id: 'a-post', commentId: 'c-fixed', content: 'corrected' },
    bad: { id: 'a-post', commentId: 'c-fixed', content: '' },
    headers: receipt,
  },
  'comments.like': { good: { id: 'c-fixed' }, bad: { id: 'c-none' } },
  'comments.all': {
    good: { status: 'approved', exclude: 'spam', post: 'a-post', order: 'held' },
    bad: { status: 'held' },
  },
  'comments.counts': { good: { ids: 'a-post,gb-note,nobody' }, bad: { ids: ',' } },
  'comments.reply': { good: { id: 'c-fixed-too', content: 'Thank you & <b>' }, bad: { id: 'c-none', content: 'x' } },
  'comments.moderate': { good: { id: 'c-fixed', pinned: true }, bad: { id: 'c-fixed', status: 'held' } },
  'comments.bulk': { good: { action: 'hold', ids: ['c-fixed', 'c-none'] }, bad: { action: 'hold', ids: [] } },
  'comments.withdraw': {
    good: { id: 'a-post', commentId: 'c-fixed' },
    bad: { id: 'a-post', commentId: 'c-none' },
    headers: receipt,
  },
  'comments.delete': { good: { id: 'c-fixed-too' }, bad: { id: 'c-fixed-too' } },

  'keys.create': { good: { name: 'Site', scopes: ['read'], expiresInDays: 7 }, bad: { name: 'Site', scopes: [] } },
  'keys.list': { good: {} },
  'keys.get': { good: { id: 'k-fixed' }, bad: { id: 'k-none' } },
  'keys.revoke': { good: { id: 'k-fixed' }, bad: { id: 'k-fixed' } },

  'media.add': { good: { url: 'https://x.example/a.png', alt: 'A' }, bad: { url: 'data:image/png;base64,AAAA' } },
  'media.list': { good: { pageSize: 5, kind: 'audio', search: 'B.MP3' }, bad: { pageSize: 0 } },
  'media.get': { good: { id: 'm-fixed' }, bad: { id: 'm-none' } },
  'media.update': { good: { id: 'm-fixed', name: 'New', alt: '' }, bad: { id: 'm-none', name: 'New' } },
  'media.edit': { good: { id: 'm-image', focus: { x: 0.5, y: 0.25 } }, bad: { id: 'm-image' } },
  'media.fetch': { good: { urls: ['https://x.example/a.png'] }, bad: { urls: [] } },
  'media.fetchState': { good: { id: 'mf-fixed' }, bad: { id: 'mf-none' } },
  'media.cancelFetch': { good: { id: 'mf-fixed' }, bad: { id: 'mf-none' } },
  'media.uses': { good: { id: 'm-fixed' }, bad: { id: 'm-none' } },
  'pictures.unmeasured': { good: {} },
  'pictures.measure': {
    good: { pictures: [{ address: 'https://x.example/a.png', width: 640, height: 480 }] },
    bad: { pictures: [{ address: 'https://x.example/a.png', width: -1, height: 480 }] },
  },
  'media.delete': { good: { id: 'm-fixed' }, bad: { id: 'm-fixed' } },

  'search.query': { good: { q: 'text', pageSize: 51 }, bad: { q: 'x'.repeat(81) } },
  'search.site': { good: { q: 'text', page: 2 }, bad: { page: 201 } },

  'stats.view': { good: { id: 'a-post' }, bad: { id: 'nobody' } },
  'stats.like': { good: { id: 'a-post' }, bad: { id: 'nobody' } },
  'stats.popular': { good: { range: '7d', limit: 5 }, bad: { limit: 51 } },
  'stats.all': { good: {} },
  'spam.block': { good: { id: 'c-checked', by: 'name' }, bad: { id: 'c-checked', by: 'mood' } },
  'spam.blocked': { good: {} },
  'spam.unblock': { good: { id: 'b-fixed' }, bad: { id: 'b-none' } },
  'spam.deleteByWriter': { good: { id: 'c-checked', by: 'ip' }, bad: { id: 'c-none', by: 'ip' } },
  'stats.viewPage': { good: { page: 'home' }, bad: { page: 'elsewhere' } },
  'stats.analytics': { good: { from: '2026-02-01' }, bad: { post: 'nobody' } },
  'stats.days': { good: { days: 7 }, bad: { days: 91 } },

  'preview.link': { good: { id: 'a-post', days: 3 }, bad: { id: 'a-post', days: 31 } },
  'preview.links': { good: { id: 'a-post' }, bad: { id: 'nobody' } },
  'preview.revoke': { good: previewLink, bad: { id: 'a-post', linkId: 'l-none' } },
  'preview.read': { good: previewToken, bad: { token: 'nonsense' } },

  'authors.create': {
    good: { name: 'Ünï', bio: 'a\nb', links: [{ label: 'x', url: '/x' }] },
    bad: { name: '' },
  },
  'authors.list': { good: {} },
  'authors.all': { good: {} },
  'authors.get': { good: { id: 'fixed' }, bad: { id: 'none' } },
  'authors.update': { good: { id: 'fixed', name: 'Fixed & new' }, bad: { id: 'none', name: 'X' } },
  'authors.delete': { good: { id: 'fixed', reassign: null }, bad: { id: 'none' } },
  'audit.list': { good: { subject: 'privacy' }, bad: { limit: 101 } },
  'audit.export': { good: { subject: 'privacy' }, bad: { subject: 'nothing' } },
  'redirects.list': { good: { search: 'fixed' }, bad: { page: 0 } },
  'redirects.add': { good: { from: '/parity', to: '/posts/a-post' }, bad: { from: 'parity', to: '/' } },
  'redirects.get': { good: { id: 'rr-fixed' }, bad: { id: 'rr-none' } },
  'redirects.update': { good: { id: 'rr-fixed', to: '/elsewhere' }, bad: { id: 'rr-none', to: '/' } },
  'redirects.remove': { good: { id: 'rr-fixed' }, bad: { id: 'rr-none' } },
  'redirects.missing': { good: {} },
  'redirects.export': { good: {} },
  'redirects.import': { good: { csv: 'from,to\n/imported,/\n' }, bad: { csv: '' } },

  'reports.submit': { good: { message: 'Boom', url: '/x' }, bad: { message: '' } },
  'reports.list': { good: { page: 1 }, bad: { page: 0 } },
  'reports.clear': { good: {} },

  'jobs.list': { good: { state: 'failed', pageSize: 101 }, bad: { state: 'lost' } },
  'jobs.retry': { good: { id: 'j-fixed' }, bad: { id: 'j-none' } },
  'jobs.remove': { good: { id: 'j-fixed-too' }, bad: { id: 'j-none' } },

  'webhooks.create': {
    good: { url: 'https://hooks.example/#a', events: ['post.deleted'], active: false },
    bad: { url: 'https://127.0.0.1/', events: ['post.deleted'] },
  },
  'webhooks.list': { good: {} },
  'webhooks.get': { good: { id: 'w-fixed' }, bad: { id: 'w-none' } },
  'webhooks.update': { good: { id: 'w-fixed', events: ['comment.created'] }, bad: { id: 'w-none', active: true } },
  'webhooks.deliveries': { good: { id: 'w-fixed', pageSize: 101 }, bad: { id: 'w-none' } },
  'webhooks.redeliver': {
    good: { id: 'w-fixed', deliveryId: 'wd-fixed' },
    bad: { id: 'w-fixed', deliveryId: 'wd-none' },
  },
  'webhooks.test': { good: { id: 'w-fixed' }, bad: { id: 'w-none' } },
  'webhooks.remove': { good: { id: 'w-fixed' }, bad: { id: 'w-fixed' } },

  'mailings.get': { good: { id: 'a-post' }, bad: { id: 'nobody' } },
  'mailings.preview': { good: { id: 'a-post' }, bad: { id: 'nobody' }, refused: 'BAD_REQUEST' },
  'mailings.cancel': { good: { id: 'a-post' }, bad: { id: 'nobody' }, refused: 'NOT_FOUND' },
  'mailings.test': { good: { id: 'a-post' }, bad: { id: 'nobody' }, refused: 'SUBSCRIPTIONS_CLOSED' },

  'subscribers.subscribe': {
    good: { email: 'ada@example.org' },
    bad: { email: 'ada' },
    refused: 'SUBSCRIPTIONS_CLOSED',
  },
  'subscribers.list': { good: { state: 'confirmed', search: 'FIX', pageSize: 101 }, bad: { state: 'gone' } },
  'subscribers.get': { good: { id: 'sub-fixed' }, bad: { id: 'sub-none' } },
  'subscribers.add': {
    good: { email: 'Bea@Example.org', language: 'de-AT' },
    bad: { email: 'fixed@example.org' },
  },
  'subscribers.import': { good: { csv: 'email\nfixed@example.org\nx\n', dryRun: true }, bad: { csv: '' } },
  'subscribers.export': { good: {} },
  'privacy.list': { good: { of: 'fixed@example.org' }, bad: { of: 'nobody' } },
  'privacy.erase': { good: { of: 'erased@example.org' }, bad: { of: 'nobody' } },
  'subscribers.remove': { good: { id: 'sub-fixed' }, bad: { id: 'sub-none' } },

  'settings.get': { good: {} },
  'settings.update': { good: { title: 'Parity', commentsEnabled: true }, bad: { previewDays: 31 } },
  'settings.preview': { good: { title: 'Parity', page: 'home' }, bad: { previewDays: 31 } },
  'settings.site': { good: {} },

  'transfer.import': {
    good: { posts: [{ title: 'I', sourceKey: 'k' }, { sourceKey: 'bad' }, 7], dryRun: true },
    bad: { posts: [] },
  },
  'transfer.export': { good: {}, bad: { cursor: 'zzzzzzz' } },
  'transfer.download': { good: { kind: 'archive' }, bad: { kind: 'everything' } },
  'transfer.begin': { good: { archive: 'ab'.repeat(32), lastVersion: 5 }, bad: { archive: 'ab', lastVersion: 5 } },
  'transfer.files': {
    good: { files: [{ path: '2026/03/a-12345678.jpg', hash: 'ab'.repeat(32) }] },
    bad: { files: [] },
  },
  'transfer.add': {
    good: { archive: 'ab'.repeat(32) },
    refused: 'PRECONDITION_FAILED',
    bad: { archive: 'ab'.repeat(32), posts: 7 },
  },
  'transfer.finish': { good: { archive: 'ab'.repeat(32) }, refused: 'PRECONDITION_FAILED', bad: { archive: 'cd' } },

  'admin.state': { good: {} },
  'admin.health': { good: {} },
  'admin.mail': { good: {} },
  'admin.testMail': { good: {}, refused: 'BAD_REQUEST' },
  'admin.clientIp': { good: {} },
  'admin.session': { good: {} },
  'admin.sessions': { good: {} },
  'admin.revokeSession': { good: anySession, bad: { id: 's-none' } },
  'admin.newDevices': { good: {} },
  'admin.confirmDevice': { good: { id: 'd-fixed' }, bad: { id: 'd-none' } },
  'admin.endDevice': { good: { id: 'd-fixed-too' }, bad: { id: 'd-none' } },
  'admin.login': { good: { password: PASSWORD }, bad: { password: 'wrong' } },
  'admin.setup': { good: { password: 'a new password' }, bad: { password: 'short' }, refused: 'ALREADY_SET_UP' },
  'admin.reauthenticate': { good: { password: PASSWORD }, bad: {} },
  'admin.changePassword': {
    good: { current: PASSWORD, password: 'a new password' },
    bad: { current: 'wrong', password: 'another password' },
  },
  'totp.state': { good: {} },
  'totp.remove': { good: { password: PASSWORD, code: '000000' }, bad: { code: '000000' }, refused: 'NOT_FOUND' },
  'totp.confirm': { good: { code: '000000' }, bad: { code: '' }, refused: 'WRONG_CODE' },
  'passkeys.list': { good: {} },
  'passkeys.options': { good: {}, refused: 'BAD_REQUEST' },
  'passkeys.create': { good: { name: 'K', response: NO_PASSKEY }, bad: { name: '' }, refused: 'BAD_REQUEST' },
  'passkeys.update': { good: { id: 'pk-none', name: 'K' }, bad: { id: 'pk-none' }, refused: 'NOT_FOUND' },
  'passkeys.remove': { good: { id: 'pk-none' }, refused: 'NOT_FOUND' },
  'passkeys.loginOptions': { good: {}, refused: 'BAD_REQUEST' },
  'passkeys.login': { good: { response: NO_PASSKEY }, bad: { response: {} }, refused: 'BAD_REQUEST' },
  'totp.begin': { good: { password: 'a new password' }, bad: { password: 'wrong' } },
  'admin.logout': { good: {} },
  'admin.logoutEverywhere': { good: {} },
};

/** Fills a new service with the data of the cases. */
export async function furnish(service: TestService): Promise<void> {
  const { database, clock } = service;
  await write(service, { id: 'a-post', content: '# Text', tags: ['t'], category: 'k', date: '2026-01-01' });
  const { key } = await database.kysely.selectFrom('posts').select('key').executeTakeFirstOrThrow();
  const created_at = new Date(clock.now()).toISOString();
  const comment = { post_key: key, depth: 1, author: 'A', content: 'c', search_text: 'a c', created_at };
  const more = { likes: 0, pinned: 0, featured: 0, owner: 0, status: 'approved' as const };
  await database.kysely
    .insertInto('comments')
    .values([
      { ...comment, ...more, id: 'c-fixed', digest: 'one', receipt_hash: sha256(RECEIPT) },
      { ...comment, ...more, id: 'c-fixed-too', digest: 'two' },
      { ...comment, ...more, id: 'c-checked', digest: 'three', verdict: 'good' as const },
    ])
    .execute();
  const checked = database.kysely.selectFrom('comments').select('key').where('id', '=', 'c-checked');
  const { key: comment_key } = await checked.executeTakeFirstOrThrow();
  await database.kysely
    .insertInto('comment_checks')
    .values({ comment_key, score: 0, reasons: '[]', ip_hash: 'a', name_hash: 'n' })
    .execute();
  await service.admin('PUT', '/api/admin/settings', {
    commentSites: [{ origin: 'https://notes.example', name: 'Notes' }],
    reactions: { heart: '❤️' },
  });
  await database.kysely
    .insertInto('blocked_writers')
    .values({ id: 'b-fixed', kind: 'name', hash: 'h', name: 'Fixed', created_at })
    .execute();
  await database.kysely
    .insertInto('authors')
    .values({ id: 'fixed', name: 'Fixed', bio: '', picture: '', links: '[]', created_at })
    .execute();
  await database.kysely
    .insertInto('redirect_rules')
    .values({ id: 'rr-fixed', source: '/fixed', target: '/', status: 301, created_at })
    .execute();
  const media = { url: 'https://x.example/b.mp3', name: 'b.mp3', alt: '', kind: 'audio' as const, created_at };
  await database.kysely
    .insertInto('media')
    .values({ ...media, id: 'm-fixed' })
    .execute();
  const image = {
    url: '/media/2026/03/a-1a2b3c4d.jpg',
    path: '2026/03/a-1a2b3c4d.jpg',
    name: 'a.jpg',
    alt: '',
    created_at,
  };
  await database.kysely
    .insertInto('media')
    .values({ ...image, id: 'm-image', kind: 'image', mime: 'image/jpeg', bytes: 10, sizes: '[]' })
    .execute();
  const fetched = { state: 'done' as const, created_at, ended_at: created_at };
  await database.kysely
    .insertInto('media_fetches')
    .values({ ...fetched, id: 'mf-fixed' })
    .execute();
  const apiKey = { name: 'Fixed', scopes: 'read', hash: sha256('none'), hint: 'oct_none…', created_at };
  await database.kysely
    .insertInto('api_keys')
    .values({ ...apiKey, id: 'k-fixed' })
    .execute();
  const job = { kind: 'none', data: '{}', run_at: created_at, state: 'failed' as const, created_at };
  await database.kysely
    .insertInto('jobs')
    .values([
      { ...job, id: 'j-fixed', reason: 'It failed.' },
      { ...job, id: 'j-fixed-too' },
    ])
    .execute();
  await insertWebhook(service, 'fixed');
  await insertSubscriber(service, 'fixed');
  await insertMailing(service, 'a-post');
  const seen = { first_seen_at: created_at, last_seen_at: created_at, confirmed: 0 };
  await database.kysely
    .insertInto('known_devices')
    .values([
      { ...seen, id: 'd-fixed', device: 'Firefox on Linux' },
      { ...seen, id: 'd-fixed-too', device: 'curl' },
    ])
    .execute();
}

async function previewLink(service: TestService): Promise<Input> {
  await previewToken(service);
  const { body } = await service.admin('GET', '/api/posts/a-post/preview-links');
  return { id: 'a-post', linkId: (body as { links: { id: string }[] }).links[0]!.id };
}

async function previewToken({ admin }: TestService): Promise<Input> {
  const { body } = await admin('POST', '/api/posts/a-post/preview-link', {});
  return { token: (body as { token: string }).token };
}

async function anySession({ admin }: TestService): Promise<Input> {
  const { body } = await admin('GET', '/api/admin/sessions');
  return { id: (body as { sessions: { id: string }[] }).sessions[0]!.id };
}
