import { expect } from 'chai';

import { scopes, type Scope } from '../shared/key-scopes.ts';
import type { Meta } from '../routers/core/procedures.ts';
import { procedures } from '../server/http/procedure-routes.ts';
import { faces, type Outcome } from './support/faces.ts';
import { newKey } from './support/keys.ts';
import { newToken, setMustChange } from './support/sessions.ts';
import { describeVisited } from './support/visitors.ts';

const WEEK = 604_800_000;
/** Values of path parameters, which are fields on native tRPC. They refer to nothing. */
const NOWHERE = {
  id: 'nobody',
  commentId: 'nobody',
  token: 'nobody',
  linkId: 'nobody',
  version: 1,
  kind: 'tag',
  name: 'nobody',
};

const UNAUTHORIZED = { status: 401, code: 'UNAUTHORIZED' };
const CHANGE_REQUIRED = { status: 403, code: 'PASSWORD_CHANGE_REQUIRED' };

/** The scope that an API key needs for each procedure that is not public; `session`: not callable by keys. */
const KEYS: Record<string, Scope | 'session'> = {
  'admin.changePassword': 'session',
  'admin.clientIp': 'session',
  'admin.confirmDevice': 'session',
  'admin.endDevice': 'session',
  'admin.health': 'session',
  'admin.mail': 'session',
  'admin.testMail': 'session',
  'admin.logout': 'session',
  'admin.logoutEverywhere': 'session',
  'admin.newDevices': 'session',
  'admin.reauthenticate': 'session',
  'admin.revokeSession': 'session',
  'admin.session': 'session',
  'admin.sessions': 'session',
  'audit.export': 'session',
  'audit.list': 'session',
  'comments.all': 'comments',
  'comments.bulk': 'comments',
  'comments.delete': 'comments',
  'comments.moderate': 'comments',
  'comments.reply': 'comments',
  'events.stream': 'events',
  'jobs.list': 'session',
  'jobs.remove': 'session',
  'jobs.retry': 'session',
  'keys.create': 'session',
  'keys.get': 'session',
  'keys.list': 'session',
  'keys.revoke': 'session',
  'mailings.cancel': 'session',
  'mailings.get': 'session',
  'mailings.preview': 'session',
  'mailings.test': 'session',
  'media.add': 'media',
  'media.cancelFetch': 'session',
  'media.delete': 'media',
  'media.edit': 'media',
  'media.fetch': 'session',
  'media.fetchState': 'session',
  'media.get': 'media',
  'media.list': 'media',
  'media.update': 'media',
  'media.uses': 'media',
  'pages.create': 'posts',
  'pages.delete': 'posts',
  'pages.trash': 'posts',
  'pages.update': 'posts',
  'passkeys.create': 'session',
  'passkeys.list': 'session',
  'passkeys.options': 'session',
  'passkeys.remove': 'session',
  'passkeys.update': 'session',
  'pictures.measure': 'session',
  'pictures.unmeasured': 'session',
  'posts.all': 'drafts',
  'posts.bulk': 'posts',
  'posts.create': 'posts',
  'posts.delete': 'posts',
  'posts.rename': 'posts',
  'posts.render': 'posts',
  'posts.trash': 'posts',
  'posts.update': 'posts',
  'preview.link': 'posts',
  'preview.links': 'posts',
  'preview.revoke': 'posts',
  'privacy.erase': 'session',
  'privacy.list': 'session',
  'authors.all': 'drafts',
  'authors.create': 'posts',
  'authors.delete': 'posts',
  'authors.get': 'drafts',
  'authors.update': 'posts',
  'redirects.add': 'session',
  'redirects.export': 'session',
  'redirects.get': 'session',
  'redirects.import': 'session',
  'redirects.list': 'session',
  'redirects.missing': 'session',
  'redirects.remove': 'session',
  'redirects.update': 'session',
  'reports.clear': 'session',
  'reports.list': 'session',
  'revisions.get': 'drafts',
  'revisions.list': 'drafts',
  'revisions.restore': 'posts',
  'settings.get': 'session',
  'settings.update': 'session',
  'settings.preview': 'session',
  'spam.block': 'session',
  'spam.blocked': 'session',
  'spam.deleteByWriter': 'session',
  'spam.unblock': 'session',
  'stats.analytics': 'session',
  'stats.days': 'session',
  'subscribers.add': 'session',
  'subscribers.export': 'session',
  'subscribers.import': 'session',
  'subscribers.get': 'session',
  'subscribers.list': 'session',
  'subscribers.remove': 'session',
  'taxonomy.delete': 'posts',
  'taxonomy.describe': 'posts',
  'taxonomy.list': 'drafts',
  'taxonomy.rename': 'posts',
  'totp.begin': 'session',
  'totp.confirm': 'session',
  'totp.remove': 'session',
  'totp.state': 'session',
  'threads.list': 'comments',
  'threads.move': 'comments',
  'threads.rename': 'comments',
  'transfer.add': 'transfer',
  'transfer.begin': 'transfer',
  'transfer.download': 'transfer',
  'transfer.export': 'transfer',
  'transfer.files': 'transfer',
  'transfer.finish': 'transfer',
  'transfer.import': 'transfer',
  'trash.delete': 'session',
  'trash.empty': 'session',
  'trash.list': 'drafts',
  'trash.restore': 'posts',
  'webhooks.create': 'session',
  'webhooks.deliveries': 'session',
  'webhooks.get': 'session',
  'webhooks.list': 'session',
  'webhooks.redeliver': 'session',
  'webhooks.remove': 'session',
  'webhooks.test': 'session',
  'webhooks.update': 'session',
  'workingCopies.discard': 'posts',
  'workingCopies.get': 'drafts',
  'workingCopies.publish': 'posts',
  'workingCopies.save': 'posts',
};

/** A subscription has no response of its own: test/event-stream.test.ts and test/trpc-subscription.test.ts test it. */
const called = Object.keys(procedures).filter((name) => (procedures[name]?._def.type as string) !== 'subscription');

function accessOf(name: string): Meta['access'] {
  return (procedures[name]?._def.meta as Meta | undefined)?.access;
}

describe('the authorization of procedures', () => {
  it('is declared for each', () => {
    for (const name of Object.keys(procedures)) {
      expect(accessOf(name), name).to.be.oneOf(['public', 'administrator', 'session']);
    }
  });

  it('requires a pending password change first, except for changing it and signing out', () => {
    const open = Object.keys(procedures).filter((name) => accessOf(name) === 'session');
    expect(open.toSorted()).to.deep.equal(['admin.changePassword', 'admin.logout']);
  });

  it('has a scope in the table of this file, or a session, unless it is public', () => {
    const closed = Object.entries(procedures).filter(([name]) => accessOf(name) !== 'public');
    const table = closed.map(([name, { _def }]) => [name, (_def.meta as Meta).scope ?? 'session']);
    expect(Object.fromEntries(table)).to.deep.equal(KEYS);
  });

  it('is public only for the procedures of this list', () => {
    const open = Object.keys(procedures).filter((name) => accessOf(name) === 'public');
    const writes = open.filter((name) => procedures[name]?._def.type === 'mutation');
    expect(writes.toSorted()).to.deep.equal([
      'admin.login',
      'admin.setup',
      'comments.edit',
      'comments.like',
      'comments.submit',
      'comments.withdraw',
      'passkeys.login',
      'passkeys.loginOptions',
      'reports.submit',
      'stats.like',
      'stats.view',
      'stats.viewPage',
      'subscribers.subscribe',
      'threads.counts',
      'threads.preview',
      'threads.react',
      'threads.submit',
      'threads.unreact',
    ]);
  });
});

for (const [face, callOver] of faces) {
  describeVisited(`authorization over ${face}`, (use) => {
    const call = async (name: string, token?: string, raw?: string) =>
      callOver(use(), name, NOWHERE, { ...(token !== undefined && { token }), ...(raw !== undefined && { raw }) });

    /** A key with all scopes, and of each scope one that has it and one that has all others. */
    let every: string;
    const having = new Map<Scope, string>();
    const lacking = new Map<Scope, string>();
    /** Invalid tokens: unknown, malformed, expired. */
    const dead = ['A'.repeat(43), 'x', '0', `oct_${'A'.repeat(43)}`];

    before(async () => {
      dead.push(await newToken(use()));
      use().clock.advance(WEEK);
      await use().signIn();
      every = await newKey(use(), ...scopes);
      for (const scope of scopes) {
        having.set(scope, await newKey(use(), scope));
        // The scope posts has that of drafts in it.
        const others = scopes.filter((one) => one !== scope && !(scope === 'drafts' && one === 'posts'));
        lacking.set(scope, await newKey(use(), ...others));
      }
    });

    for (const [at, name] of called.entries()) {
      // What makes a token invalid is decided before a procedure is known, so that each gets two of the kinds.
      const invalid = () => [dead[at % dead.length], dead[(at + 1) % dead.length]];

      if (accessOf(name) === 'public') {
        it(`${name}: public, also with an invalid token`, async () => {
          const nobody = verdict(await call(name));
          expect(nobody.code).to.not.be.oneOf([UNAUTHORIZED.code, CHANGE_REQUIRED.code]);
          for (const token of invalid()) expect(verdict(await call(name, token))).to.deep.equal(nobody);
          const { code } = await call(name, await newToken(use()));
          expect(code).to.not.be.oneOf([UNAUTHORIZED.code, CHANGE_REQUIRED.code]);
        });

        // docs/interface.md, A25
        it(`${name}: every API key`, async () => {
          const codes = [UNAUTHORIZED.code, CHANGE_REQUIRED.code, 'SCOPE_MISSING'];
          for (const key of [every, having.get('read'), having.get('events')]) {
            expect((await call(name, key)).code).to.not.be.oneOf(codes);
          }
        });
        continue;
      }

      it(`${name}: requires a valid token, regardless of the body`, async () => {
        for (const token of [undefined, ...invalid()]) {
          const refused = await call(name, token);
          expect(verdict(refused)).to.deep.equal(UNAUTHORIZED);
          expect(refused.headers.get('www-authenticate')).to.equal('Bearer');
        }
        if (procedures[name]?._def.type === 'mutation') {
          expect(verdict(await call(name, undefined, '{'))).to.deep.equal(UNAUTHORIZED);
        }
      });

      // docs/interface.md, A23, A24
      it(`${name}: API keys with ${KEYS[name] === 'session' ? 'no scope' : `the scope ${KEYS[name]}`}`, async () => {
        const scope = KEYS[name]!;
        const { status, code, value } = await call(name, scope === 'session' ? every : lacking.get(scope));
        expect({ status, code }).to.deep.equal({ status: 403, code: 'SCOPE_MISSING' });
        if (scope === 'session') return;
        expect((value as { error: string }).error).to.include(`"${scope}"`);
        for (const one of scope === 'drafts' ? (['drafts', 'posts'] as const) : [scope]) {
          expect((await call(name, having.get(one))).code, one).to.not.be.oneOf([UNAUTHORIZED.code, 'SCOPE_MISSING']);
        }
      });

      it(`${name}: the administrator`, async () => {
        const { code } = await call(name, await newToken(use()));
        expect(code).to.not.be.oneOf([UNAUTHORIZED.code, CHANGE_REQUIRED.code]);
      });
    }

    describe('while the password must be changed', () => {
      before(() => setMustChange(use(), true));
      after(() => setMustChange(use(), false));

      for (const name of called) {
        const access = accessOf(name);
        it(`${name}: ${access === 'administrator' ? 'not allowed' : 'allowed'}`, async () => {
          const answer = verdict(await call(name, await newToken(use())));
          if (access === 'administrator') expect(answer).to.deep.equal(CHANGE_REQUIRED);
          else if (access === 'session') expect(answer.code).to.not.equal(CHANGE_REQUIRED.code);
          else expect(answer).to.deep.equal(verdict(await call(name)));
          if (access === 'public') return;
          // docs/interface.md, A26
          const ofKey = verdict(await call(name, having.get('posts')));
          expect(ofKey.code).to.equal(access === 'session' ? 'SCOPE_MISSING' : CHANGE_REQUIRED.code);
        });
      }
    });
  });
}

function verdict({ status, code }: Outcome): { status: number; code: string | undefined } {
  return { status, code };
}
