import type { Command } from 'commander';

import { BlogError } from '../../index.ts';
import { findWeakness, type Weakness } from '../../api/weak-password.ts';
import { Failure, UsageError } from '../failures.ts';
import { askNewSecret, askSecret, readLines, readPassword } from '../input.ts';
import { formatMinute, print, printJson, table } from '../output.ts';
import { openSession, type Session } from '../session.ts';
import { forgetToken, keepToken } from '../token-file.ts';
import { addSecondFactorCommands, CODE, logInWithCode, type SecondFactorSide } from './second-factor.ts';
import { takeDataFolder, type ProcessSide } from './server.ts';

/** Operations on the database itself, without the service. */
export interface ServerSide extends SecondFactorSide {
  /**
   * Sets the administrator's password.
   *
   * @param password null to generate one
   * @returns the password
   */
  resetPassword(password: string | null): Promise<string>;
  /**
   * Clears all failed sign-ins, in running instances as well.
   *
   * @returns their number
   */
  unlock(): Promise<number>;
  /**
   * Replaces the keys that sign webhooks, previews, downloads and the links in mails.
   *
   * @returns the new secrets of all webhooks
   */
  replaceKeys(): Promise<{ id: string; url: string; secret: string }[]>;
}

interface PasswordOptions {
  passwordStdin?: boolean;
  generate?: boolean;
  code?: string;
}

const STDIN = ['--password-stdin', 'read the password from standard input'] as const;

const WEAK: Record<Weakness, string> = {
  short: 'this password is short',
  pattern: 'this password is a pattern that is easy to guess',
  common: 'this password is among the first that are tried',
  site: 'this password is made of words from your site',
};

/** Adds setup, login, logout, password, account, and those of admin. */
export function addAccountCommands(program: Command, server: ServerSide & Pick<ProcessSide, 'useData'>): void {
  program
    .command('setup')
    .description("set the administrator's first password and sign in (a setup key goes into OCTAVO_SETUP_KEY)")
    .option(...STDIN)
    .action(setUp);
  program
    .command('login')
    .description('sign in and store the token')
    .option(...STDIN)
    .option(...CODE)
    .action(logIn);
  program
    .command('logout')
    .description('sign out and delete the token')
    .option('--everywhere', 'end every session')
    .action(logOut);
  program
    .command('password')
    .description('change the password')
    .option('--password-stdin', 'read the current and the new password from standard input, one per line')
    .action(changePassword);
  const account = program.command('account').description('list and end your sessions, and prove that it is you');
  account
    .command('sessions')
    .description('list the sessions: this one, then the others by last use')
    .action(listSessions);
  account.command('revoke').argument('<id>').description('end a session').action(revokeSession);
  const admin = program
    .command('admin')
    .description('reset the password or the second factor, unlock sign-in and replace keys, on the server');
  const unlocking = admin
    .command('unlock')
    .description(
      'clear all failed sign-ins, so that no cooldown is left; a running service applies it within 5 seconds',
    )
    .action((_options: object, command: Command) => unlock(command, server));
  const resetting = admin
    .command('reset-password')
    .description('set a new password when the old one is lost; every session ends')
    .option(...STDIN)
    .option('--generate', 'generate a random password and print it')
    .action((options: PasswordOptions, command: Command) => resetPassword(options, command, server));
  const replacing = admin
    .command('replace-keys')
    .description(
      'after a leak of the database: replace the keys that sign webhooks, previews, downloads and the links in mails',
    )
    .action((_options: object, command: Command) => replaceKeys(command, server));
  addSecondFactorCommands(account, admin, server);
  for (const command of [unlocking, resetting, replacing]) takeDataFolder(command, server);
}

async function setUp(options: PasswordOptions, command: Command): Promise<void> {
  const session = await openSession(command, process.env['OCTAVO_SETUP_KEY']);
  const password = await newPassword(options);
  await session.client.admin.setup({ password });
  warnOfWeak(password);
  await signIn(session, password, `The administrator is set up, and you are signed in to ${session.url}.`);
}

async function logIn({ passwordStdin, code }: PasswordOptions, command: Command): Promise<void> {
  const session = await openSession(command, process.env['OCTAVO_SETUP_KEY']);
  const password = passwordStdin ? await readPassword() : await askSecret(`Password for ${session.url}: `);
  await signIn(session, password, `You are signed in to ${session.url}.`, code);
}

async function signIn(session: Session, password: string, sentence: string, code?: string): Promise<void> {
  const { url, answer } = session;
  const { token, expiresIn, mustChange } = await logInWithCode(session, password, code);
  await keepToken(url, token);
  const more = mustChange ? ' Change the password now: octavo password' : '';
  answer({ ok: true, url, expiresIn, mustChange }, sentence + more);
}

async function logOut({ everywhere }: { everywhere?: boolean }, command: Command): Promise<void> {
  const { client, url, token, answer } = await openSession(command);
  if (!token) throw new Failure(`You are not signed in to ${url}.`);
  await forgetToken(token);
  try {
    await (everywhere ? client.admin.logoutEverywhere() : client.admin.logout());
  } catch (error) {
    if (!(error instanceof BlogError)) throw error;
    // An expired token needs no sign-out.
    if (error.code !== 'UNAUTHORIZED') {
      throw new Failure(`The token was deleted here but is still valid on the service: ${error.message}`);
    }
  }
  answer({ ok: true, url }, `You are signed out of ${url}${everywhere ? ', and every other session has ended' : ''}.`);
}

async function listSessions(_options: object, command: Command): Promise<void> {
  const { client, answer } = await openSession(command);
  const found = await client.admin.sessions();
  const rows = found.sessions.map(({ id, device, createdAt, lastUsedAt, current }) => [
    id,
    formatMinute(createdAt),
    formatMinute(lastUsedAt),
    device,
    current === 1 ? 'this one' : '',
  ]);
  answer(found, table(['ID', 'SIGNED IN', 'LAST USED', 'DEVICE', ''], rows));
}

async function revokeSession(id: string, _options: object, command: Command): Promise<void> {
  const { client, answer } = await openSession(command);
  answer(await client.admin.revokeSession({ id }), 'The session has ended');
}

async function changePassword({ passwordStdin }: PasswordOptions, command: Command): Promise<void> {
  const { client, url, answer } = await openSession(command);
  const [current, password] = passwordStdin ? await twoPasswords() : await askBoth();
  const { token, expiresIn } = await client.admin.changePassword({ current, password });
  await keepToken(url, token);
  warnOfWeak(password);
  answer({ ok: true, url, expiresIn }, 'The password has been changed, and every other session has ended.');
}

async function resetPassword(options: PasswordOptions, command: Command, server: ServerSide): Promise<void> {
  if (options.generate && options.passwordStdin) throw new UsageError('Use --generate or --password-stdin, not both.');
  const password = await server.resetPassword(options.generate ? null : await newPassword(options));
  if (!options.generate) warnOfWeak(password);
  const made = options.generate ? { password } : {};
  if (command.optsWithGlobals()['json']) printJson({ ok: true, ...made });
  else print(options.generate ? `The new password is ${password}` : 'The password is set; every session has ended.');
}

async function unlock(command: Command, server: ServerSide): Promise<void> {
  const forgotten = await server.unlock();
  const count = forgotten === 1 ? '1 failed sign-in is' : `${forgotten} failed sign-ins are`;
  if (command.optsWithGlobals()['json']) printJson({ ok: true, forgotten });
  else print(`${count} forgotten; a running service lets you sign in within 5 seconds.`);
}

async function replaceKeys(command: Command, server: ServerSide): Promise<void> {
  const webhooks = await server.replaceKeys();
  if (command.optsWithGlobals()['json']) {
    printJson({ ok: true, webhooks });
    return;
  }
  print('The keys are replaced; links to previews and downloads, and links in mails sent before, no longer work.');
  if (webhooks.length === 0) return;
  print('The receivers of webhooks need their new secrets, which are shown only now:');
  print(
    table(
      ['ID', 'URL', 'SECRET'],
      webhooks.map(({ id, url, secret }) => [id, url, secret]),
    ),
  );
}

async function askBoth(): Promise<[string, string]> {
  return [await askSecret('Current password: '), await askNewSecret('New password: ')];
}

function newPassword({ passwordStdin }: PasswordOptions): Promise<string> {
  return passwordStdin ? readPassword() : askNewSecret('New password: ');
}

/** Warns the owner; the password is accepted anyway. */
function warnOfWeak(password: string): void {
  const weakness = findWeakness(password);
  if (weakness === null) return;
  process.stderr.write(`Warning: ${WEAK[weakness]}. Several unrelated words are safer.\n`);
}

async function twoPasswords(): Promise<[string, string]> {
  const [current = '', password = '', ...more] = await readLines();
  if (current !== '' && password !== '' && more.length === 0) return [current, password];
  throw new UsageError('Standard input must hold the current password and the new one, one a line.');
}
