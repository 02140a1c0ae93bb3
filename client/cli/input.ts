import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { Failure, fileReason, UsageError } from './failures.ts';

/**
 * The text of a file, or of standard input for `-`.
 *
 * @throws Failure when it cannot be read or is not UTF-8
 */
export async function readText(path: string): Promise<string> {
  const name = path === '-' ? 'Standard input' : path;
  const bytes = await (path === '-' ? buffer(process.stdin) : readFile(path)).catch((error: unknown) => {
    throw new Failure(`${name} cannot be read: ${fileReason(error)}.`);
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Failure(`${name} is not UTF-8 text.`);
  }
}

/**
 * Reads a password from standard input.
 *
 * @throws UsageError if it is not a single line
 */
export async function readPassword(): Promise<string> {
  const [password = '', ...more] = await readLines();
  if (password === '' || more.length > 0) throw new UsageError('Standard input must contain the password on one line.');
  return password;
}

/** The lines of standard input, for passwords, without the final line break. */
export async function readLines(): Promise<string[]> {
  return (await readText('-')).replace(/\r?\n$/, '').split(/\r?\n/);
}

/**
 * Asks for a password without showing it.
 *
 * @throws UsageError without a terminal
 */
export async function askSecret(question: string): Promise<string> {
  if (!process.stdin.isTTY) throw new UsageError('No terminal to ask for the password; use --password-stdin.');
  process.stderr.write(question);
  // readline echoes its input to the output, which is discarded.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  return ask('', nowhere).finally(() => process.stderr.write('\n'));
}

/** Asks for a new password, twice. */
export async function askNewSecret(question: string): Promise<string> {
  const password = await askSecret(question);
  if ((await askSecret('Once more: ')) !== password)
    throw new Failure('The passwords do not match; nothing was changed.');
  return password;
}

/**
 * Asks for confirmation before data is deleted.
 *
 * @throws Failure when the answer is no; UsageError away from a terminal
 */
export async function confirm(question: string): Promise<void> {
  if (!process.stdin.isTTY) throw new UsageError('No terminal to ask for confirmation; add --yes.');
  const answer = await ask(`${question} [y/N] `, process.stderr);
  if (!/^y(es)?$/i.test(answer.trim())) throw new Failure('Nothing was deleted.');
}

function ask(question: string, output: NodeJS.WritableStream): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = createInterface({ input: process.stdin, output, terminal: true });
  reader.question(question, resolve);
  // Control-C and control-D; after an answer it is too late to reject.
  reader.on('close', () => reject(new Failure('Stopped; nothing was changed.')));
  return promise.finally(() => reader.close());
}
