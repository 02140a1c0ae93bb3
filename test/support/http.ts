import { expect } from 'chai';

import type { RawAnswer } from './raw.ts';
import type { Answer } from './service.ts';

/** The headers of every response and their values. */
const securityHeaders: Record<string, RegExp> = {
  'content-security-policy': /^(?!.*unsafe-).*default-src/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /./,
  'referrer-policy': /^strict-origin-when-cross-origin$/,
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
};

/**
 * Expects the security headers, and nothing that discloses the server software.
 *
 * @param options.inlineStyles whether the page is the reference, the only one whose styles may be inline
 */
export function expectSecure(answer: Answer | RawAnswer, { inlineStyles = false } = {}): void {
  const headers = { ...(answer.headers instanceof Headers ? Object.fromEntries(answer.headers) : answer.headers) };
  if (inlineStyles) {
    const policy = headers['content-security-policy'] ?? '';
    headers['content-security-policy'] = policy.replace("style-src 'self' 'unsafe-inline'", '');
  }
  for (const [name, value] of Object.entries(securityHeaders)) expect(headers[name], name).to.match(value);
  expect(headers).to.not.have.any.keys('x-powered-by', 'server');
}

/** Expects an error in the common JSON format, with the security headers and without internals. */
export function expectFailure(answer: Answer | RawAnswer, status: number, code: string): void {
  const body: unknown = 'text' in answer ? JSON.parse(answer.text) : answer.body;
  const type = answer.headers instanceof Headers ? answer.headers.get('content-type') : answer.headers['content-type'];
  expect(answer.status, JSON.stringify(body)).to.equal(status);
  expect(type).to.equal('application/json; charset=utf-8');
  expect(body).to.include({ ok: false, code });
  expectNothingInside(JSON.stringify(body));
  expectSecure(answer);
}

/** Expects no stack trace, no SQL and no local path in a text. */
export function expectNothingInside(text: string): void {
  expect(text).to.not.match(/node_modules|\bat \S+ \(|\.ts:\d|select .* from|insert into|SQLITE_|sqlstate/i);
  expect(text).to.not.include(process.cwd());
}

/** Expects exactly these fields of these types. */
export function expectShape(value: unknown, kinds: Record<string, string>): void {
  expect(value).to.be.an('object').that.has.all.keys(Object.keys(kinds));
  for (const [field, kind] of Object.entries(kinds)) {
    expect((value as Record<string, unknown>)[field], field).to.be.a(kind);
  }
}
