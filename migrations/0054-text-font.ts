import type { Migration } from './migration.ts';

/** A new blog has a text font that comes with the service; one that exists keeps its look. */
export const textFont: Migration = {
  name: '0054-text-font',
  async up({ run, all }) {
    const isNew = (await all('select 1 from administrators union all select 1 from posts limit 1')).length === 0;
    if (isNew)
      await run(`insert into settings (name, value) values ('bodyFont', '"source-serif-4"') on conflict do nothing`);
  },
};
