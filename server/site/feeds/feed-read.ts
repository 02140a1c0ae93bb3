import { setImmediate } from 'node:timers/promises';

import { tagOf } from '../../http/validators.ts';
import type { CacheableRead } from '../../http/cacheable-read.ts';
import type { changeTimes } from './change-times.ts';
import { feedContext, type FeedContext } from './feed-context.ts';

/** A read of a feed, or of another document about posts. @param type its media type */
export function feedRead(
  path: string,
  type: string,
  changedAt: ReturnType<typeof changeTimes>,
  write: (context: FeedContext) => Promise<string>,
): CacheableRead {
  return {
    key: `feed ${path}`,
    limit: null,
    tags: ['posts', 'settings'],
    containsAbsoluteUrls: true,
    async render(call) {
      const body = await write(await feedContext(call));
      await setImmediate();
      const tag = tagOf(body);
      // Large feeds have some megabytes: hashing them is enough for one turn of the event loop.
      await setImmediate();
      return { type: `${type}; charset=utf-8`, body, tag, modified: changedAt(path, tag) };
    },
  };
}
