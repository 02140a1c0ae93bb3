import { createTRPCClientProxy } from '@trpc/client';

import type { ImageSize } from '../../../shared/image-size.ts';
import { maySpend } from './spend.ts';
import { bearer, connect } from '../api/connect.ts';
import { session } from '../session/session.ts';
import { measure } from '../ui/measure.ts';
import { basePath, baseUrl } from '../place.ts';
import { atSite } from '../../../shared/site-address.ts';

/** The interval of requests to the service. */
const POLL_INTERVAL_MS = 30_000;
/** The number of images measured concurrently. */
const CONCURRENCY = 4;
/** The maximum side length in CSS pixels. */
const MAX_SIDE = 99_999;
const NONE: ImageSize = { width: 0, height: 0 };

// Not the client of the screens, which asks for a sign-in when the session has expired: this runs in the background.
const { pictures: calls } = createTRPCClientProxy(connect(bearer));

let askedAt = -Infinity;
let isRunning = false;

/**
 * Measures images of unknown size in posts, so that pages can avoid layout shifts. The service itself fetches no images
 * and trusts only the owner. Disabled in data-saver mode.
 */
export async function measurePictures(): Promise<void> {
  if (isRunning || performance.now() - askedAt < POLL_INTERVAL_MS) return;
  isRunning = true;
  const seen = new Set<string>();
  try {
    while (await measureSome(seen));
  } finally {
    askedAt = performance.now();
    isRunning = false;
  }
}

/** Measures the images that were not tried yet; whether there were any. */
async function measureSome(seen: Set<string>): Promise<boolean> {
  if (!maySpend() || session.token() === null) return false;
  const { pictures: addresses } = await calls.unmeasured.query();
  const waiting = addresses.filter((address) => !seen.has(address));
  for (const address of waiting) seen.add(address);
  const pictures: ({ address: string } & ImageSize)[] = [];
  const take = async (): Promise<void> => {
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      pictures.push({ address, ...(await measureImage(address)) });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, take));
  // While offline, all images fail, so the results are discarded.
  if (pictures.length === 0 || !navigator.onLine) return false;
  await calls.measure.mutate({ pictures });
  return true;
}

/** 0 by 0 for an image that cannot be loaded, or is larger than any page. */
async function measureImage(address: string): Promise<ImageSize> {
  const base = `${baseUrl}/posts/`;
  const path = atSite(basePath, address);
  const size = URL.canParse(path, base) ? await measure(new URL(path, base).href) : null;
  return size && Math.max(size.width, size.height) <= MAX_SIDE ? size : NONE;
}
