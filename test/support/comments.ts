import { expect } from 'chai';

import type { CommentShape } from '../../routers/comments/answers.ts';
import type { Answer, TestService } from './service.ts';
import { freshAddress } from './visitors.ts';

/** The response to a new comment. */
export interface Written {
  comment: CommentShape;
  receipt: string;
}

/** Submits a comment as a visitor. */
export function submit(
  { call }: TestService,
  thread: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return call('POST', `/api/posts/${thread}/comments`, { body, headers });
}

/** Submits a comment and expects success; each has its own text unless `fields` has one. */
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

/** The comments of a thread for a caller with these receipts. */
export async function listed({ call }: TestService, thread: string, ...receipts: string[]): Promise<CommentShape[]> {
  const { status, body } = await call('GET', `/api/posts/${thread}/comments`, { headers: showing(...receipts) });
  expect(status, JSON.stringify(body)).to.equal(200);
  return (body as { comments: CommentShape[] }).comments;
}

/** The header for receipts. */
export function showing(...receipts: string[]): Record<string, string> {
  return receipts.length === 0 ? {} : { 'x-comment-receipt': receipts.join(', ') };
}

/** Sends a comment as a bot does, which fills in the field that visitors do not see. */
export async function sendSuspicious({ url }: TestService, thread: string, content: string): Promise<void> {
  const { status } = await fetch(`${url}/posts/${thread}/comments`, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...freshAddress(), 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ author: 'Bot', content, octavo_leave_empty: 'https://spam.example' }),
  });
  expect(status).to.equal(303);
}

/** Edits a comment as its author. */
export function edit({ call }: TestService, { comment: { id, post_id }, receipt }: Written, body: unknown) {
  return call('PUT', `/api/posts/${post_id}/comments/${id}`, { body, headers: showing(receipt) });
}

/** Deletes a comment as its author. */
export function withdraw({ call }: TestService, { comment: { id, post_id }, receipt }: Written) {
  return call('DELETE', `/api/posts/${post_id}/comments/${id}`, { headers: showing(receipt) });
}

/** Changes settings as the administrator. */
export async function set({ admin }: TestService, settings: Record<string, unknown>): Promise<void> {
  const { status, body } = await admin('PUT', '/api/admin/settings', settings);
  expect(status, JSON.stringify(body)).to.equal(200);
}

/** Expects an error: status, code, and a message. */
export function expectRefusal({ status, body }: Answer, expected: number, code: string): void {
  expect(status, JSON.stringify(body)).to.equal(expected);
  expect(body).to.include({ ok: false, code });
  expect((body as { error: string }).error).to.match(/^[A-Z"].*\.$/s);
}

let texts = 0;

/** Adds many comments at once, which calls would take seconds for, to a post or to the ideas of the guestbook. */
export async function addComments(
  { database: { kysely }, clock }: TestService,
  id: string,
  number: number,
): Promise<void> {
  const post = await kysely.selectFrom('posts').select('key').where('slug', '=', id).executeTakeFirst();
  const rows = Array.from({ length: number }, (_, at) => ({
    id: `c-${id}-${at}`,
    post_key: post?.key ?? null,
    section: post ? null : ('gb-idea' as const),
    depth: 1,
    author: 'Ann',
    content: `Number ${at}`,
    search_text: '',
    status: 'approved' as const,
    created_at: new Date(clock.now()).toISOString(),
  }));
  await kysely.insertInto('comments').values(rows).execute();
}
