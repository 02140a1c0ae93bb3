import { atom } from './atom.ts';
import type { Feed, FeedPaths } from './collect.ts';
import { jsonFeed } from './json-feed.ts';
import { rss } from './rss.ts';

/** A format of feeds. */
export interface Format {
  /** The last segment of its paths. */
  file: string;
  /** The media type. */
  type: string;
  write(feed: Feed, paths: FeedPaths): Promise<string>;
}

/** The formats in which every feed of posts exists. */
export const formats: readonly Format[] = [
  { file: 'feed.xml', type: 'application/rss+xml', write: rss },
  { file: 'atom.xml', type: 'application/atom+xml', write: atom },
  { file: 'feed.json', type: 'application/feed+json', write: jsonFeed },
];
