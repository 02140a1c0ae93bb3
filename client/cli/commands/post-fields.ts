import type { Command } from 'commander';

import type { BlogInputs } from '../../index.ts';
import { UsageError } from '../failures.ts';
import { askNewSecret, askSecret, readPassword, readText } from '../input.ts';
import { choice, listing } from '../options.ts';

/** What create and edit may be given. */
export interface PostOptions {
  title?: string;
  file?: string;
  excerpt?: string;
  cover?: string;
  category?: string;
  tags?: string[];
  date?: string;
  pinned?: boolean;
  status?: 'published' | 'draft';
  publishAt?: string;
  protect?: boolean;
  unprotect?: boolean;
  passwordStdin?: boolean;
}

type Fields = Omit<BlogInputs['posts']['update'], 'id' | 'oldPassword' | 'ifVersion'>;

/** Adds the options that create and edit share. */
export function addPostFields(command: Command): Command {
  return command
    .option('--file <path>', 'the text, in Markdown, from a file or from standard input (-)')
    .option('--excerpt <text>')
    .option('--cover <address>')
    .option('--category <category>')
    .option('--tags <tags>', 'with commas between them', listing)
    .option('--date <date>', 'such as 2026-01-31')
    .option('--pinned', 'keep it at the top')
    .option('--no-pinned')
    .addOption(choice('--status <status>', 'who sees it', ['published', 'draft']))
    .option('--publish-at <moment>', 'hide it until then, such as 2026-01-31T08:00:00+01:00; "" for no longer')
    .option('--protect', 'encrypt the text with a password')
    .option('--password-stdin', "read the post's password from standard input");
}

/**
 * What the options say of a post: reads the text, asks for the password.
 *
 * @returns nothing but the fields that are given
 */
export async function fieldsOf({ file, protect, unprotect, passwordStdin, ...plain }: PostOptions): Promise<Fields> {
  if (protect && unprotect) throw new UsageError('Use --protect or --unprotect, not both.');
  if (passwordStdin && file === '-') throw new UsageError('Standard input cannot bring both text and password.');
  const content = file === undefined ? {} : { content: await readText(file) };
  if (!protect && !unprotect) return { ...plain, ...content };
  const ask = protect ? askNewSecret : askSecret;
  const password = passwordStdin ? await readPassword() : await ask('Password of the post: ');
  return { ...plain, ...content, protected: protect === true, password };
}
