import { expect } from 'chai';

import type { Written } from './comments.ts';
import type { Answer, TestService } from './service.ts';

let texts = 0;

/** Submits a comment on a page of another site as a visitor. */
export function submitTo(
  { call }: TestService,
  url: string,
  fields: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  texts += 1;
  const body = { author: 'Ann', content: `On a page ${texts}`, url, ...fields };
  return call('POST', '/api/threads/comments', { body, headers });
}

/** The same, and expects success. */
export async function commentOn(...sent: Parameters<typeof submitTo>): Promise<Written> {
  const { status, body } = await submitTo(...sent);
  expect(status, JSON.stringify(body)).to.equal(201);
  return body as Written;
}

/** The path that lists the comments on a page. */
export function threadPath(url: string, more = ''): string {
  return `/api/threads/comments?url=${encodeURIComponent(url)}${more}`;
}
