import { createTRPCClientProxy } from '@trpc/client';

import { decryptPost } from '../../decrypt-post.ts';
import type { AppRouter, Post } from '../../index.ts';
import { client } from '../api/api.ts';
import { heldOf, type Held } from './document.ts';

/** The calls of the service, outside of what React draws. */
export const service = createTRPCClientProxy<AppRouter>(client);

/** What the service has of a post; the text is empty when the password does not open it. */
export interface Found {
  held: Held;
  isLocked: boolean;
}

/**
 * Reads what the service has of a post now.
 *
 * @throws BlogError such as NOT_FOUND
 */
export async function readHeld(id: string, password: string | null): Promise<Found> {
  const [{ post }, { workingCopy }] = await Promise.all([
    service.posts.get.query({ id }),
    service.workingCopies.get.query({ id }),
  ]);
  const text = await openText(post, password);
  return { held: heldOf(post, workingCopy, text ?? ''), isLocked: text === null };
}

async function openText({ enc, content }: Post, password: string | null): Promise<string | null> {
  if (enc === null) return content;
  return password === null ? null : decryptPost(enc, password).catch(() => null);
}
