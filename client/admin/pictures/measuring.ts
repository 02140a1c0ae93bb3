import { createTRPCClientProxy } from '@trpc/client';

import type { PictureSize } from '../../picture-size.ts';
import { client } from '../api/api.ts';
import { measure } from '../ui/measure.ts';
import { maySpend } from '../frame/spend.ts';

/** Milliseconds between two questions to the service. */
const REST = 30_000;
/** How many pictures come at the same time. */
const AT_ONCE = 4;
/** Milliseconds after which a picture counts as one that does not come. */
const LATE = 20_000;
const NONE: PictureSize = { width: 0, height: 0 };

const calls = createTRPCClientProxy(client).pictures;

let askedAt = -Infinity;
let isRunning = false;

/**
 * Measures the pictures of posts whose size the service does not know, so that pages keep room for them: it fetches
 * none by itself, and nobody else but the owner is believed. Not where people have to save data.
 */
export async function measurePictures(): Promise<void> {
  if (isRunning || performance.now() - askedAt < REST) return;
  isRunning = true;
  try {
    while (await measureSome());
  } finally {
    askedAt = performance.now();
    isRunning = false;
  }
}

/** Whether there were any. */
async function measureSome(): Promise<boolean> {
  if (!maySpend()) return false;
  const { pictures: addresses } = await calls.unmeasured.query();
  const waiting = [...addresses];
  const pictures: ({ address: string } & PictureSize)[] = [];
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

/** 0 by 0 for a picture that does not come. */
async function sizeOf(address: string): Promise<PictureSize> {
  const base = `${location.origin}/posts/`;
  if (!URL.canParse(address, base)) return NONE;
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), LATE));
  return (await Promise.race([measure(new URL(address, base).href), late])) ?? NONE;
}
