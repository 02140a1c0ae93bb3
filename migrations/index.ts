import { initial } from './0001-initial.ts';
import { search } from './0002-search.ts';
import { touched } from './0003-touched.ts';
import { loginAttempts } from './0004-login-attempts.ts';
import { reads } from './0005-reads.ts';
import { formerIds } from './0006-former-ids.ts';
import type { Migration } from './migration.ts';

/** Every migration, in the order in which they run. A new one goes to the end and takes the next number. */
export const migrations: readonly Migration[] = [initial, search, touched, loginAttempts, reads, formerIds];
