import { createTRPCClientProxy } from '@trpc/client';

import { decryptPost } from '../../decrypt-post.ts';
import type { AppRouter, Post } from '../../index.ts';
import { client } from '../api/api.ts';
import { serverStateOf, type ServerState } from './document.ts';

/** The procedures of the service for use outside of components. */
export const service = createTRPCClientProxy<AppRouter>(client);

/** The state of a post in the service; the text is empty if the password is wrong. */
export interface Found {
  held: ServerState;
  isLocked: boolean;
}

/**
 * Reads the current state of a post.
 *
 * @throws BlogError such as NOT_FOUND
 */
export async function readServerState(id: string, password: string | null): Promise<Found> {
  const [{ post }, { workingCopy }] = await Promise.all([
    service.posts.get.query({ id }),
    service.workingCopies.get.query({ id }),
  ]);
  const text = await openText(post, password);
  return { held: serverStateOf(post, workingCopy, text ?? ''), isLocked: text === null };
}

async function openText({ enc, content }: Post, password: string | null): Promise<string | null> {
  if (enc === null) return content;
  return password === null ? null : decryptPost(enc, password).catch(() => null);
}
