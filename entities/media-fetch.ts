import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

import { count } from './columns.ts';

export const fetchStates = ['running', 'done', 'cancelled'] as const;

/** Files of other hosts that the service fetches into the library, kept for a week after their end. */
export const MediaFetch = defineEntity({
  name: 'MediaFetch',
  tableName: 'media_fetches',
  properties: {
    /** `mf-…`. */
    id: p.text().primary(),
    state: p.enum(fetchStates),
    createdAt: p.text(),
    /** Null while it runs. */
    endedAt: p.text().nullable(),
  },
  uniques: [{ name: 'media_fetches_running', properties: ['state'], where: "state = 'running'" }],
});

/** A URL of a fetch. */
export const MediaFetchUrl = defineEntity({
  name: 'MediaFetchUrl',
  tableName: 'media_fetch_urls',
  properties: {
    fetch: () => p.manyToOne(MediaFetch).primary().deleteRule('cascade'),
    /** Its place in the request, from 0. */
    position: p.integer().primary(),
    url: p.text(),
    /** How often fetching it began: it is given up when the service ends each time. */
    begun: count('begun'),
    /** The id of the file; null until it is fetched, and if it is refused. */
    mediaId: p.text().nullable(),
    /** Why there is no file. */
    error: p.text().nullable(),
  },
});

export type MediaFetch = InferEntity<typeof MediaFetch>;
