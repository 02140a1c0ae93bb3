import { BlogError, type BlogOutputs } from '../../index.ts';
import { Failure } from '../failures.ts';
import { askSecret, readPassword } from '../input.ts';
import { formatMinute, print, printJson } from '../output.ts';
import { openSession, type Session } from '../session.ts';
import type { Command } from 'commander';
import { takeDataFolder, type ProcessSide } from './server.ts';

/** Operations on the database itself, without the service. */
export interface SecondFactorSide {
  /**
   * Removes the authenticator app, the recovery codes and all passkeys, and ends every session.
   *
   * @returns whether there was a second factor
   */
  resetSecondFactor(): Promise<boolean>;
}

/** The option for a code, which is asked for otherwise. */
export const CODE = ['--code <code>', 'a code of the authenticator app, or a recovery code'] as const;

interface ProofOptions {
  passwordStdin?: boolean;
  code?: string;
}

/** Adds `account confirm` and `admin reset-second-factor`. */
export function addSecondFactorCommands(
  account: Command,
  admin: Command,
  server: SecondFactorSide & Pick<ProcessSide, 'useData'>,
): void {
  account
    .command('confirm')
    .description('prove that it is you, for commands that need it: for five minutes')
    .option('--password-stdin', 'read the password from standard input')
    .option(...CODE)
    .action(confirm);
  const resetting = admin
    .command('reset-second-factor')
    .description('remove the authenticator app, the recovery codes and all passkeys; every session ends')
    .action((_options: object, command: Command) => reset(command, server));
  takeDataFolder(resetting, server);
}

/**
 * Signs in, and asks for the code if there is an authenticator app.
 *
 * @param code from the command line; absent: it is asked for
 */
export async function logInWithCode(
  { client }: Session,
  password: string,
  code: string | undefined,
): Promise<BlogOutputs['admin']['login']> {
  try {
    return await client.admin.login({ password });
  } catch (error) {
    if (!(error instanceof BlogError) || error.code !== 'SECOND_FACTOR_NEEDED') throw error;
    if (error.challenge === undefined) {
      throw new Failure('Only a passkey signs in to this blog; create an API key in the app for the command line.');
    }
    return client.admin.login({ challenge: error.challenge, code: code ?? (await askSecret('Code: ')) });
  }
}

async function confirm({ passwordStdin, code }: ProofOptions, command: Command): Promise<void> {
  const { client, url, answer } = await openSession(command);
  const password = passwordStdin ? await readPassword() : await askSecret(`Password for ${url}: `);
  const { enabled } = await client.totp.state();
  const typed = enabled ? (code ?? (await askSecret('Code: '))) : undefined;
  const proved = await client.admin.reauthenticate({ password, ...(typed !== undefined && { code: typed }) });
  answer(proved, `Confirmed until ${formatMinute(proved.until)}.`);
}

async function reset(command: Command, server: SecondFactorSide): Promise<void> {
  const removed = await server.resetSecondFactor();
  if (command.optsWithGlobals()['json']) printJson({ ok: true, removed });
  else print(removed ? 'The password alone signs in again; every session has ended.' : 'There is no second factor.');
}
