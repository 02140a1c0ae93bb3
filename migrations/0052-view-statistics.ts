import { addColumn } from './add-column.ts';
import type { Migration } from './migration.ts';

/** Visitors, referrers, sources, countries and devices of views. */
export const viewStatistics: Migration = {
  name: '0052-view-statistics',
  async up(schema) {
    const { run } = schema;
    const text = schema.dialect === 'postgres' ? 'text collate "C"' : 'text';
    for (const column of ['bot_views', 'visitors']) {
      const check = `constraint daily_stats_${column}_check check (${column} >= 0)`;
      await addColumn(schema, 'daily_stats', column, `integer not null default 0 ${check}`);
    }
    await run(`create table if not exists visitor_salts (day ${text} not null primary key, value ${text} not null)`);
    await run(`create table if not exists visitor_days (
      day ${text} not null primary key,
      visitors integer not null default 0 constraint visitor_days_visitors_check check (visitors >= 0),
      sketch ${text}
    )`);
    await run(`create table if not exists post_sketches (
      post_key integer not null constraint post_sketches_post_key_foreign references posts (key) on delete cascade,
      day ${text} not null,
      sketch ${text} not null,
      primary key (post_key, day)
    )`);
    await run('create index if not exists post_sketches_day on post_sketches (day)');
    await run(`create table if not exists site_views (
      day ${text} not null,
      kind ${text} not null,
      value ${text} not null,
      views integer not null default 0 constraint site_views_views_check check (views >= 0),
      primary key (day, kind, value)
    )`);
    await run(`create table if not exists post_views (
      post_key integer not null constraint post_views_post_key_foreign references posts (key) on delete cascade,
      day ${text} not null,
      kind ${text} not null,
      value ${text} not null,
      views integer not null default 0 constraint post_views_views_check check (views >= 0),
      primary key (post_key, day, kind, value)
    )`);
    await run('create index if not exists post_views_day on post_views (day)');
  },
};
