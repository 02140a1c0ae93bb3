import { createTRPCClientProxy } from '@trpc/client';

import { decryptPost } from '../../decrypt-post.ts';
import type { AppRouter, Post } from '../../index.ts';
import { client } from '../api/api.ts';
import { heldOf, type Held } from './document.ts';

/** The calls of the service, outside of what React draws. */
export const service = createTRPCClientProxy<AppRouter>(client);

/**
 * What the service has of a post now. A protected text that the password does not open is empty.
 *
 * @throws BlogError such as NOT_FOUND
 */
export async function readHeld(id: string, password: string | null): Promise<Held> {
  const [{ post }, { workingCopy }] = await Promise.all([
    service.posts.get.query({ id }),
    service.workingCopies.get.query({ id }),
  ]);
  return heldOf(post, workingCopy, await openText(post, password));
}

async function openText({ enc, content }: Post, password: string | null): Promise<string> {
  if (enc === null) return content;
  return password === null ? '' : decryptPost(enc, password).catch(() => '');
}
