import { expect } from 'chai';

import type { PostDetail, PostSummary } from '../../routers/posts/answers.ts';
import { emptyFields, type FieldValues } from '../../shared/field-values.ts';
import { pick } from '../../shared/pick.ts';
import { fieldsWith } from '../../shared/post-fields.ts';
import type { Answer, TestService } from './service.ts';

/** Creates a post as the administrator and returns its id. */
export async function write({ admin }: TestService, fields: Record<string, unknown>): Promise<string> {
  const { status, body } = await admin('POST', '/api/posts', { title: 'A post', ...fields });
  expect(status, JSON.stringify(body)).to.equal(201);
  return (body as { id: string }).id;
}

/** Reads a post as the administrator. */
export async function read({ admin }: TestService, id: string): Promise<PostDetail> {
  const { status, body } = await admin('GET', `/api/posts/${encodeURIComponent(id)}`);
  expect(status, JSON.stringify(body)).to.equal(200);
  return (body as { post: PostDetail }).post;
}

/** Updates a post as the administrator. */
export function change({ admin }: TestService, id: string, fields: unknown): Promise<Answer> {
  return admin('PUT', `/api/posts/${encodeURIComponent(id)}`, fields);
}

/** The default fields of a new post, dated by the test clock. */
export const empty: FieldValues = emptyFields('2026-03-01');

/** A post as in lists, with these fields and defaults for the others. */
export function summaryOf({ id, ...fields }: Partial<FieldValues> & { id: string }) {
  return { id, ...pick(empty, fieldsWith('shownIn', 'lists')), title: 'A post', ...fields };
}

/** The stored row of the post. */
export function rowOf({ database }: TestService, id: string) {
  return database.kysely.selectFrom('posts').selectAll().where('slug', '=', id).executeTakeFirstOrThrow();
}

/** The ids of a list response. */
export function ids({ body }: Answer): string[] {
  return (body as { posts: PostSummary[] }).posts.map(({ id }) => id);
}

/** Expects a validation error of one field. */
export function expectRefusedField({ status, body }: Answer, path: string): void {
  expect(status, JSON.stringify(body)).to.equal(400);
  expect(body).to.include({ ok: false, code: 'BAD_REQUEST' });
  const issues = (body as { issues: { path: string }[] }).issues;
  expect(issues.map((issue) => issue.path.split('.')[0])).to.include(path);
}
