import { expect } from 'chai';

import type { RawAnswer } from './raw.ts';
import type { Answer } from './service.ts';

/** The headers that every answer carries, and what they must say. */
const securityHeaders: Record<string, RegExp> = {
  'content-security-policy': /^(?!.*unsafe-).*default-src/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /./,
  'referrer-policy': /^strict-origin-when-cross-origin$/,
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
};

/** Expects the security headers, and nothing that tells what the service is made of. */
export function expectSecure(answer: Answer | RawAnswer): void {
  const headers = answer.headers instanceof Headers ? Object.fromEntries(answer.headers) : answer.headers;
  for (const [name, value] of Object.entries(securityHeaders)) expect(headers[name], name).to.match(value);
  expect(headers).to.not.have.any.keys('x-powered-by', 'server');
}

/** Expects a failure of the one shape, in JSON, with the security headers, and nothing of the inside in it. */
export function expectFailure(answer: Answer | RawAnswer, status: number, code: string): void {
  const body: unknown = 'text' in answer ? JSON.parse(answer.text) : answer.body;
  const type = answer.headers instanceof Headers ? answer.headers.get('content-type') : answer.headers['content-type'];
  expect(answer.status, JSON.stringify(body)).to.equal(status);
  expect(type).to.equal('application/json; charset=utf-8');
  expect(body).to.include({ ok: false, code });
  expectNothingInside(JSON.stringify(body));
  expectSecure(answer);
}

/** Expects no stack, no SQL and no path of this machine in a text. */
export function expectNothingInside(text: string): void {
  expect(text).to.not.match(/node_modules|\bat \S+ \(|\.ts:\d|select .* from|insert into|SQLITE_|sqlstate/i);
  expect(text).to.not.include(process.cwd());
}

/** Expects the value to have exactly these fields, each of its kind. */
export function expectShape(value: unknown, kinds: Record<string, string>): void {
  expect(value).to.be.an('object').that.has.all.keys(Object.keys(kinds));
  for (const [field, kind] of Object.entries(kinds)) {
    expect((value as Record<string, unknown>)[field], field).to.be.a(kind);
  }
}
