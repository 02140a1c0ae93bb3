import { expect } from 'chai';

import type { CommentShape } from '../../routers/comments/schemas.ts';
import type { Answer, TestService } from './service.ts';

/** What its writer gets for a comment. */
export interface Written {
  comment: CommentShape;
  receipt: string;
}

/** Sends a comment as a visitor. */
export function submit(
  { call }: TestService,
  thread: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return call('POST', `/api/posts/${thread}/comments`, { body, headers });
}

/** Writes a comment that has to be taken; each has a text of its own unless `fields` names one. */
export async function comment(
  service: TestService,
  thread: string,
  fields: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Written> {
  texts += 1;
  const answer = await submit(service, thread, { author: 'Ann', content: `Comment ${texts}`, ...fields }, headers);
  expect(answer.status, JSON.stringify(answer.body)).to.equal(201);
  return answer.body as Written;
}

/** The comments of a thread as whoever holds these receipts sees them. */
export async function listed({ call }: TestService, thread: string, ...receipts: string[]): Promise<CommentShape[]> {
  const { status, body } = await call('GET', `/api/posts/${thread}/comments`, { headers: showing(...receipts) });
  expect(status, JSON.stringify(body)).to.equal(200);
  return (body as { comments: CommentShape[] }).comments;
}

/** The header by which a visitor shows receipts. */
export function showing(...receipts: string[]): Record<string, string> {
  return receipts.length === 0 ? {} : { 'x-comment-receipt': receipts.join(', ') };
}

/** Changes a comment as its writer. */
export function edit({ call }: TestService, { comment: { id, post_id }, receipt }: Written, body: unknown) {
  return call('PUT', `/api/posts/${post_id}/comments/${id}`, { body, headers: showing(receipt) });
}

/** Deletes a comment as its writer. */
export function withdraw({ call }: TestService, { comment: { id, post_id }, receipt }: Written) {
  return call('DELETE', `/api/posts/${post_id}/comments/${id}`, { headers: showing(receipt) });
}

/** Changes settings as the administrator. */
export async function set({ admin }: TestService, settings: Record<string, unknown>): Promise<void> {
  const { status, body } = await admin('PUT', '/api/admin/settings', settings);
  expect(status, JSON.stringify(body)).to.equal(200);
}

/** Expects one row of the error table: status, code, and a sentence for people. */
export function expectRefusal({ status, body }: Answer, expected: number, code: string): void {
  expect(status, JSON.stringify(body)).to.equal(expected);
  expect(body).to.include({ ok: false, code });
  expect((body as { error: string }).error).to.match(/^[A-Z"].*\.$/s);
}

let texts = 0;
