import type { Migration } from './migration.ts';

/** The last event of which mails were made. */
export const mail: Migration = {
  name: '0028-mail',
  async up({ run }) {
    await run(`insert into sequences (name, value)
      select 'events.mail', value from sequences where name = 'events' on conflict do nothing`);
  },
};
