import { expect } from 'chai';

import { errors } from '../../routers/base/errors.ts';

/** Statuses and codes: docs/interface.md, E3 */
describe('contract: statuses and codes', () => {
  const table: Record<number, string> = {
    400: 'BAD_REQUEST, PARSE_ERROR, NESTING_TOO_DEEP, CONTENT_TOO_COMPLEX, WRONG_POST_PASSWORD',
    401: 'UNAUTHORIZED, WRONG_PASSWORD, SECOND_FACTOR_NEEDED, WRONG_CODE, CHALLENGE_EXPIRED, PASSKEY_REFUSED',
    403:
      'PASSWORD_CHANGE_REQUIRED, ORIGIN_NOT_ALLOWED, SETUP_KEY_INVALID, PREVIEW_INVALID, COMMENTS_CLOSED, SUBSCRIPTIONS_CLOSED, ' +
      'RECEIPT_INVALID, EDIT_WINDOW_OVER, WRONG_PASSWORD, SCOPE_MISSING, ' +
      'SECOND_FACTOR_REQUIRED, REAUTHENTICATION_NEEDED, WRONG_CODE, PASSKEY_REFUSED, SITE_UNKNOWN',
    404: 'NOT_FOUND',
    405: 'METHOD_NOT_ALLOWED',
    408: 'REQUEST_TIMEOUT',
    413: 'PAYLOAD_TOO_LARGE',
    414: 'URI_TOO_LONG',
    415: 'UNSUPPORTED_MEDIA_TYPE, UNSUPPORTED_FILE_TYPE',
    431: 'HEADERS_TOO_LARGE',
    409: 'DUPLICATE_COMMENT, POST_EXISTS, ALREADY_SET_UP, TOO_MANY_KEYS, TOO_MANY_WEBHOOKS, MEDIA_EXISTS, NAME_EXISTS, SUBSCRIBER_EXISTS, SUBSCRIPTION_ENDED, TOTP_EXISTS, PASSKEY_EXISTS, TOO_MANY_PASSKEYS, REDIRECT_EXISTS, TOO_MANY_REDIRECTS, AUTHOR_EXISTS, TOO_MANY_AUTHORS, FETCH_RUNNING',
    410: 'CURSOR_EXPIRED',
    412: 'PRECONDITION_FAILED',
    429: 'RATE_LIMITED',
    500: 'INTERNAL_SERVER_ERROR',
    503: 'SERVICE_UNAVAILABLE',
  };
  const rows = Object.entries(errors).map(([name, { status, code }]) => ({ status, code: code ?? name }));

  for (const [status, codes] of Object.entries(table)) {
    it(`${status}: ${codes}`, () => {
      const ours = rows.filter((row) => row.status === Number(status)).map(({ code }) => code);
      expect([...new Set(ours)]).to.have.members(codes.split(', '));
    });
  }

  it('there is no other', () => {
    expect(Object.keys(table).map(Number)).to.include.members(rows.map(({ status }) => status));
  });
});
