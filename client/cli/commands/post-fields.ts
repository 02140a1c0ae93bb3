import { Option, type Command } from 'commander';

import { fieldNames, postFields, type FieldName, type PostField } from '../../../shared/post-fields.ts';
import { snakeCase } from '../../../shared/snake-case.ts';
import { UsageError } from '../failures.ts';
import { askNewSecret, askSecret, readPassword, readText } from '../input.ts';
import type { DeclaredFields } from '../../importers/markdown/declared-fields.ts';
import { parseList } from '../options.ts';
import type { Change } from './store.ts';

/** The options of create and edit. */
export interface EntryOptions extends Omit<DeclaredFields, 'content' | 'protected'> {
  file?: string;
  protect?: boolean;
  unprotect?: boolean;
  passwordStdin?: boolean;
  allowComments?: boolean;
}

type Fields = Omit<Change, 'id' | 'oldPassword' | 'ifVersion'>;

/** Adds the options that create and edit share: all but the title, which only create requires. */
export function addFields(command: Command, one: 'post' | 'page'): Command {
  // A page has no date.
  const names = fieldNames.filter((name) => !elsewhere.has(name) && !(one === 'page' && name === 'date'));
  command.option('--file <path>', 'the text, in Markdown, from a file or from standard input (-)');
  for (const option of names.flatMap(optionsOf)) command.addOption(option);
  command
    .option('--protect', 'encrypt the text with a password')
    .option('--password-stdin', `read the ${one}'s password from standard input`);
  return command.option('--allow-comments', `let visitors comment on the ${one}`).option('--no-allow-comments');
}

/** The options --title, --file and --protect set these. */
const elsewhere = new Set<FieldName>(['title', 'content', 'protected']);

function optionsOf(name: FieldName): Option[] {
  const flag = `--${snakeCase(name).replaceAll('_', '-')}`;
  const { kind, description }: PostField = postFields[name];
  const help = description.charAt(0).toLowerCase() + description.slice(1).replace(/\.$/, '');
  switch (kind) {
    case 'names':
    case 'authors':
      return [
        new Option(`${flag} <${kind === 'names' ? 'names' : 'ids'}>`, `${help} (separated by commas)`).argParser(
          parseList,
        ),
      ];
    case 'flag':
      return [new Option(flag, help), new Option(flag.replace('--', '--no-'))];
    case 'status':
      return [new Option(`${flag} <status>`, help).choices(['published', 'draft'])];
    case 'timestamp':
      return [new Option(`${flag} <timestamp>`, `${help} (such as 2026-01-31T08:00:00+01:00; "" for null)`)];
    case 'date':
      return [new Option(`${flag} <date>`, `${help} (such as 2026-01-31)`)];
    default:
      return [new Option(`${flag} <${kind === 'url' || kind === 'address' ? 'url' : 'text'}>`, help)];
  }
}

/**
 * Reads the fields from the options, including the text and the password.
 *
 * @returns only the given fields
 */
export async function readFields({ file, protect, unprotect, passwordStdin, ...plain }: EntryOptions): Promise<Fields> {
  if (protect && unprotect) throw new UsageError('Use --protect or --unprotect, not both.');
  if (passwordStdin && file === '-') throw new UsageError('Standard input cannot bring both text and password.');
  const content = file === undefined ? {} : { content: await readText(file) };
  if (!protect && !unprotect) return { ...plain, ...content };
  const ask = protect ? askNewSecret : askSecret;
  const password = passwordStdin ? await readPassword() : await ask('Password of the post: ');
  return { ...plain, ...content, protected: protect === true, password };
}
