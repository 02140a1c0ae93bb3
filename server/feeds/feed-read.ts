import { setImmediate } from 'node:timers/promises';

import type { SettingsStore } from '../../routers/settings/store.ts';
import { tagOf } from '../http/caching.ts';
import type { CacheableRead } from '../reads/cacheable-read.ts';
import type { changeTimes } from './change-times.ts';
import type { FeedContext } from './feed-context.ts';

/** A read of a feed, or of another document about posts. @param type its media type */
export function feedRead(
  path: string,
  type: string,
  { settings, changedAt }: { settings: SettingsStore; changedAt: ReturnType<typeof changeTimes> },
  write: (context: FeedContext) => Promise<string>,
): CacheableRead {
  return {
    key: `feed ${path}`,
    limit: null,
    tags: ['posts', 'settings'],
    containsAbsoluteUrls: true,
    async render(call) {
      const body = await write({ call, base: settings.siteUrl() || call.request.ownOrigin });
      await setImmediate();
      const tag = tagOf(body);
      // Large feeds have some megabytes: hashing them is enough for one turn of the event loop.
      await setImmediate();
      return { type: `${type}; charset=utf-8`, body, tag, modified: changedAt(path, tag) };
    },
  };
}
