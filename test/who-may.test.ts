import { expect } from 'chai';

import type { Meta } from '../routers/trpc.ts';
import { procedures } from '../server/routes.ts';
import { faces, type Outcome } from './support/faces.ts';
import { newToken, setMustChange } from './support/sessions.ts';
import { describeVisited } from './support/visitors.ts';

const WEEK = 604_800_000;
/** Parameters of paths; on native tRPC fields like any other. None of them leads to anything. */
const NOWHERE = { id: 'nobody', commentId: 'nobody', token: 'nobody', linkId: 'nobody', version: 1 };

const UNAUTHORIZED = { status: 401, code: 'UNAUTHORIZED' };
const CHANGE_REQUIRED = { status: 403, code: 'PASSWORD_CHANGE_REQUIRED' };

function accessOf(name: string): Meta['access'] {
  return (procedures[name]?._def.meta as Meta | undefined)?.access;
}

describe('every procedure', () => {
  it('says who may call it', () => {
    for (const name of Object.keys(procedures)) {
      expect(accessOf(name), name).to.be.oneOf(['public', 'administrator', 'session']);
    }
  });

  it('asks for the password to be changed first, except changing it and signing out', () => {
    const open = Object.keys(procedures).filter((name) => accessOf(name) === 'session');
    expect(open.toSorted()).to.deep.equal(['admin.changePassword', 'admin.logout']);
  });

  it('is open to visitors only where this list says so', () => {
    const open = Object.keys(procedures).filter((name) => accessOf(name) === 'public');
    const writes = open.filter((name) => procedures[name]?._def.type === 'mutation');
    expect(writes.toSorted()).to.deep.equal([
      'admin.login',
      'admin.setup',
      'comments.edit',
      'comments.like',
      'comments.submit',
      'comments.withdraw',
      'reports.submit',
      'stats.like',
      'stats.view',
    ]);
  });
});

for (const [face, callOver] of faces) {
  describeVisited(`who may call, over ${face}`, (use) => {
    const call = async (name: string, token?: string, raw?: string) =>
      callOver(use(), name, NOWHERE, { ...(token !== undefined && { token }), ...(raw !== undefined && { raw }) });

    /** The tokens that are none: unknown, malformed, over. */
    async function deadTokens(): Promise<string[]> {
      const expired = await newToken(use());
      use().clock.advance(WEEK);
      return [expired, 'A'.repeat(43), 'x', '0'];
    }

    async function withMustChange<T>(work: (token: string) => Promise<T>): Promise<T> {
      const token = await newToken(use());
      await setMustChange(use(), true);
      return work(token).finally(() => setMustChange(use(), false));
    }

    for (const name of Object.keys(procedures)) {
      if (accessOf(name) === 'public') {
        it(`${name}: everybody, and a token that is none changes nothing`, async () => {
          const nobody = verdict(await call(name));
          expect(nobody.code).to.not.be.oneOf([UNAUTHORIZED.code, CHANGE_REQUIRED.code]);
          for (const token of await deadTokens()) expect(verdict(await call(name, token))).to.deep.equal(nobody);
          await withMustChange(async (token) => expect(verdict(await call(name, token))).to.deep.equal(nobody));
          const { code } = await call(name, await newToken(use()));
          expect(code).to.not.be.oneOf([UNAUTHORIZED.code, CHANGE_REQUIRED.code]);
        });
        continue;
      }

      it(`${name}: nobody without a good token, whatever the body`, async () => {
        for (const token of [undefined, ...(await deadTokens())]) {
          const refused = await call(name, token);
          expect(verdict(refused)).to.deep.equal(UNAUTHORIZED);
          expect(refused.headers.get('www-authenticate')).to.equal('Bearer');
        }
        if (procedures[name]?._def.type === 'mutation') {
          expect(verdict(await call(name, undefined, '{'))).to.deep.equal(UNAUTHORIZED);
        }
      });

      it(`${name}: the administrator`, async () => {
        const { code } = await call(name, await newToken(use()));
        expect(code).to.not.be.oneOf([UNAUTHORIZED.code, CHANGE_REQUIRED.code]);
      });

      it(`${name}: ${accessOf(name) === 'session' ? 'also' : 'not'} while the password has to be changed`, async () => {
        await withMustChange(async (token) => {
          const answer = verdict(await call(name, token));
          if (accessOf(name) === 'session') expect(answer.code).to.not.equal(CHANGE_REQUIRED.code);
          else expect(answer).to.deep.equal(CHANGE_REQUIRED);
        });
      });
    }
  });
}

function verdict({ status, code }: Outcome): { status: number; code: string | undefined } {
  return { status, code };
}
