import { defineEntity, p } from '@mikro-orm/core';

import { count } from './columns.ts';
import { Post } from './post.ts';

/** What is counted about views. `page` counts views of pages that are not posts: `home`, `archive` and `list`. */
export type ViewKind = 'page' | 'referrer' | 'source' | 'country' | 'device';

/** Random key with which visitors are counted on one day (UTC). Deleted when the day is over, and never copied. */
export const VisitorSalt = defineEntity({
  name: 'VisitorSalt',
  tableName: 'visitor_salts',
  properties: {
    day: p.text().primary(),
    value: p.text(),
  },
});

/** The visitors of the whole site on one day (UTC). */
export const VisitorDay = defineEntity({
  name: 'VisitorDay',
  tableName: 'visitor_days',
  properties: {
    day: p.text().primary(),
    visitors: count('visitors'),
    /** Null when the day is over (`routers/data/views/sketch.ts`). */
    sketch: p.text().nullable(),
  },
});

/** The sketch of the visitors of a post on a day (UTC), deleted when the day is over. */
export const PostSketch = defineEntity({
  name: 'PostSketch',
  tableName: 'post_sketches',
  properties: {
    post: () => p.manyToOne(Post).deleteRule('cascade').primary(),
    day: p.text().primary(),
    sketch: p.text(),
  },
  indexes: [{ name: 'post_sketches_day', properties: ['day'] }],
});

/** Views of the whole site on a day (UTC) by referrer, source, country, device, or page. */
export const SiteView = defineEntity({
  name: 'SiteView',
  tableName: 'site_views',
  properties: {
    day: p.text().primary(),
    kind: p.text().$type<ViewKind>().primary(),
    value: p.text().primary(),
    views: count('views'),
  },
});

/** The same for views of one post. */
export const PostView = defineEntity({
  name: 'PostView',
  tableName: 'post_views',
  properties: {
    post: () => p.manyToOne(Post).deleteRule('cascade').primary(),
    day: p.text().primary(),
    kind: p.text().$type<ViewKind>().primary(),
    value: p.text().primary(),
    views: count('views'),
  },
  indexes: [{ name: 'post_views_day', properties: ['day'] }],
});
