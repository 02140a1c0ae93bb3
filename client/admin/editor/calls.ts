import { createTRPCClientProxy } from '@trpc/client';

import { decryptPost } from '../../api/decrypt-post.ts';
import type { AppRouter, BlogInputs, Post } from '../../index.ts';
import { client } from '../api/api.ts';
import { asBlogError } from '../errors/as-blog-error.ts';
import { toServerState, type Kind, type ServerState } from './document.ts';

/** The procedures of the service for use outside of components. */
export const service = createTRPCClientProxy<AppRouter>(client);

type NewPost = BlogInputs['posts']['create'];
type Changes = BlogInputs['posts']['update'];

/**
 * Reads a post or a page. A page has no date.
 *
 * @param kind absent: either
 * @throws BlogError such as NOT_FOUND
 */
export async function readPost(id: string, kind?: Kind): Promise<{ kind: Kind; post: Post }> {
  // Both in one request.
  const [post, page] = await Promise.allSettled([
    kind !== 'page' && service.posts.get.query({ id }),
    kind !== 'post' && service.pages.get.query({ id }),
  ]);
  if (post.status === 'fulfilled' && post.value) return { kind: 'post', post: post.value.post };
  if (page.status === 'fulfilled' && page.value) return { kind: 'page', post: { ...page.value.page, date: '' } };
  const reasons = [post, page].flatMap((read) => (read.status === 'rejected' ? [read.reason as unknown] : []));
  throw reasons.find((reason) => asBlogError(reason).code !== 'NOT_FOUND') ?? reasons[0];
}

/** Creates a post or a page. */
export function createPost(kind: Kind, input: NewPost): Promise<{ id: string }> {
  return kind === 'page' ? service.pages.create.mutate(input) : service.posts.create.mutate(input);
}

/** Updates a post or a page. */
export function updatePost(kind: Kind, input: Changes): Promise<{ id: string; version: number }> {
  return kind === 'page' ? service.pages.update.mutate(input) : service.posts.update.mutate(input);
}

/** The state of a post in the service; the text is empty if the password is wrong. */
export interface Found {
  held: ServerState;
  isLocked: boolean;
}

/**
 * Reads the current state of a post or page.
 *
 * @throws BlogError such as NOT_FOUND
 */
export async function readServerState(id: string, password: string | null): Promise<Found> {
  const [{ post, kind }, { workingCopy }] = await Promise.all([readPost(id), service.workingCopies.get.query({ id })]);
  const text = await openText(post, password);
  return { held: toServerState(post, workingCopy, { content: text ?? '', kind }), isLocked: text === null };
}

async function openText({ enc, content }: Post, password: string | null): Promise<string | null> {
  if (enc === null) return content;
  return password === null ? null : decryptPost(enc, password).catch(() => null);
}
