import { TRPCError } from '@trpc/server';
import { expect } from 'chai';
import { pino } from 'pino';

import { describeDatabaseError } from '../routers/base/database-errors.ts';
import { appError, toFailure } from '../routers/base/errors.ts';
import { renderThreads } from '../server/site/render/thread.ts';

/** Errors that a call may meet while the service cannot do it, although it could at another time. */
const temporary: Record<string, readonly string[]> = {
  'PostgreSQL that is away, full, starting or broken': [
    '08006',
    '3D000',
    '28P01',
    '28000',
    '53100',
    '53200',
    '53300',
    '55000',
    '55006',
    '57P01',
    '57P03',
    '58030',
    '58P01',
    'XX000',
    'XX001',
    'ECONNREFUSED',
    'ECONNRESET',
  ],
  'PostgreSQL that is read-only, busy or too slow': ['25006', '55P03', '57014', '40001', '40P01', '25P03'],
  'another, an empty or an older database': [
    '42P01',
    '42703',
    '42704',
    '42883',
    '42501',
    '3F000',
    '0A000',
    'WRONG_DATABASE',
  ],
  SQLite: [
    'SQLITE_FULL',
    'SQLITE_BUSY_SNAPSHOT',
    'SQLITE_IOERR_FSYNC',
    'SQLITE_CANTOPEN',
    'SQLITE_READONLY_DBMOVED',
    'SQLITE_CORRUPT',
    'SQLITE_NOTADB',
    'SQLITE_NOMEM',
    'SQLITE_PROTOCOL',
    'SQLITE_LOCKED',
    'SQLITE_SCHEMA',
  ],
  'a machine that lacks something': [
    'EMFILE',
    'ENFILE',
    'ENOMEM',
    'EAGAIN',
    'ENOSPC',
    'EDQUOT',
    'EIO',
    'EROFS',
    'ERR_WORKER_INIT_FAILED',
  ],
};

/** Messages of errors that have no code. */
const words = [
  'timeout exceeded when trying to connect',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'The connection still runs an abandoned statement.',
  'The database connection is not open',
  'The thread that writes ended.',
];

/** Errors that another attempt would meet again. */
const bugs: Error[] = [
  new TypeError('x is not a function'),
  ...['23505', '42601', 'SQLITE_ERROR', 'SQLITE_CONSTRAINT', 'ENOENT'].map(withCode),
];

// docs/interface.md, E5
describe('what the service cannot do at the moment is 503 with Retry-After', () => {
  for (const [what, codes] of Object.entries(temporary)) {
    it(`because of ${what}`, () => {
      for (const code of codes) {
        for (const error of [withCode(code), new Error('wrapped', { cause: withCode(code) })]) {
          expect(answerTo(error), code).to.deep.include({ status: 503, code: 'SERVICE_UNAVAILABLE' });
          expect(answerTo(error).retryAfter, code).to.be.within(1, 60);
        }
      }
    });
  }

  it('because of an error without a code', () => {
    for (const message of words) expect(answerTo(new Error(message)).status, message).to.equal(503);
  });

  it('but not a bug, which is 500', () => {
    for (const error of bugs) expect(answerTo(error).status, String(error)).to.equal(500);
  });

  it('because a text is not rendered in time', async () => {
    const readText = renderThreads({ cpu: 60_000, total: 0 });
    const error = await readText({ markdown: '# A' }).catch((reason: unknown) => reason as Error);
    expect(toFailure(error)).to.include({ status: 503, retryAfter: 5 });
  });

  it('and what is refused on purpose stays as it is', () => {
    const refusal = appError('NOT_FOUND');
    expect(toFailure(describeDatabaseError(refusal, silent)).status).to.equal(404);
  });
});

const silent = { log: pino({ level: 'silent' }), databaseFailed: () => undefined };

function answerTo(cause: Error): { status: number; code: string; retryAfter: number | undefined } {
  const { status, body, retryAfter } = toFailure(
    describeDatabaseError(new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause }), silent),
  );
  return { status, code: body.code, retryAfter };
}

function withCode(code: string): Error {
  return Object.assign(new Error(code), { code });
}
