import { createTRPCClientProxy } from '@trpc/client';

import type { ImageSize } from '../../../shared/image-size.ts';
import { maySpend } from '../frame/spend.ts';
import { bearer, connect } from '../api/connect.ts';
import { session } from '../session/session.ts';
import { measure } from '../ui/measure.ts';

/** Milliseconds between two questions to the service. */
const REST = 30_000;
/** How many pictures come at the same time. */
const AT_ONCE = 4;
/** The longest side that the service keeps, in CSS pixels. */
const LONGEST = 99_999;
const NONE: ImageSize = { width: 0, height: 0 };

// Not the client of the screens, which asks for the password when a session is over: nobody waits for this.
const { pictures: calls } = createTRPCClientProxy(connect(bearer));

let askedAt = -Infinity;
let isRunning = false;

/**
 * Measures the pictures of posts whose size the service does not know, so that pages keep room for them: it fetches
 * none by itself, and nobody else but the owner is believed. Not where people have to save data.
 */
export async function measurePictures(): Promise<void> {
  if (isRunning || performance.now() - askedAt < REST) return;
  isRunning = true;
  const seen = new Set<string>();
  try {
    while (await measureSome(seen));
  } finally {
    askedAt = performance.now();
    isRunning = false;
  }
}

/** Whether there were any that were not seen before. */
async function measureSome(seen: Set<string>): Promise<boolean> {
  if (!maySpend() || session.token() === null) return false;
  const { pictures: addresses } = await calls.unmeasured.query();
  const waiting = addresses.filter((address) => !seen.has(address));
  for (const address of waiting) seen.add(address);
  const pictures: ({ address: string } & ImageSize)[] = [];
  const take = async (): Promise<void> => {
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      pictures.push({ address, ...(await sizeOf(address)) });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
  // Without a network none came, which says nothing of them.
  if (pictures.length === 0 || !navigator.onLine) return false;
  await calls.measure.mutate({ pictures });
  return true;
}

/** 0 by 0 for a picture that does not come, or is larger than any page. */
async function sizeOf(address: string): Promise<ImageSize> {
  const base = `${location.origin}/posts/`;
  const size = URL.canParse(address, base) ? await measure(new URL(address, base).href) : null;
  return size && Math.max(size.width, size.height) <= LONGEST ? size : NONE;
}
