import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { decryptPost, type Page, type Post } from '../../index.ts';
import { fieldNames } from '../../../shared/post-fields.ts';
import { Failure, describeFailure, UsageError } from '../failures.ts';
import { askSecret, readPassword } from '../input.ts';
import { readSourcePost } from '../../importers/markdown/source-post.ts';
import { markdownOf, type WritablePost } from '../../../shared/post-file.ts';
import { fileNameOf } from '../../../shared/file-name.ts';
import type { Session } from '../session.ts';
import type { Change, Store } from './store.ts';

/**
 * Opens a post or page in $VISUAL or $EDITOR, as a Markdown file with its fields above the text, and saves the changes,
 * unless it was changed elsewhere. If saving fails, the file is kept.
 */
export async function editInEditor(
  { answer }: Session,
  id: string,
  store: Store,
  { passwordStdin }: { passwordStdin?: boolean },
): Promise<void> {
  const editor = editorCommand();
  const { entry: post } = await store.get(id);
  const password = post.enc && (passwordStdin ? await readPassword() : await askSecret('Password of the post: '));
  const content = post.enc ? await decryptPost(post.enc, password ?? '') : post.content;
  const opened = writable({ ...post, content, enc: null });

  const folder = await mkdtemp(join(tmpdir(), 'octavo-'));
  const file = join(folder, fileNameOf(post.id));
  await writeFile(file, markdownOf(opened), { mode: 0o600 });
  await runEditor(editor, file);
  try {
    const changes = changesIn(await readFile(file, 'utf8'), opened);
    if (Object.keys(changes).length === 0)
      answer({ ok: true, id: post.id, version: post.version }, 'Nothing was changed');
    else {
      const secret = changes.content !== undefined && password ? { password } : {};
      const changed = await store.update({ ...changes, ...secret, id: post.id, ifVersion: post.version });
      answer(changed, `Changed ${changed.id}, now version ${changed.version}`);
    }
  } catch (error) {
    throw new Failure(`${describeFailure(error)} Your text is kept in ${file}`);
  }
  await rm(folder, { recursive: true });
}

/** A page is written without a date. */
function writable(entry: Post | Page): WritablePost {
  return 'date' in entry ? entry : { ...entry, kind: 'page', date: '' };
}

/** Falls back to vi in a terminal; elsewhere an editor must be configured. */
function editorCommand(): string {
  const editor = process.env['VISUAL'] || process.env['EDITOR'];
  if (editor) return editor;
  if (process.stdin.isTTY) return 'vi';
  throw new UsageError('Specify a change (--title, --file …), or set EDITOR.');
}

/** Uses a shell, because the variable may contain arguments, as in `code --wait`. */
async function runEditor(editor: string, file: string): Promise<void> {
  const child = spawn('sh', ['-c', `${editor} "$1"`, 'sh', file], { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Failure(`The editor "${editor}" failed, so nothing was changed; your text is in ${file}`);
}

/**
 * The fields in which the file differs from the post.
 *
 * @throws Error when the front matter cannot be read
 */
function changesIn(text: string, post: WritablePost): Omit<Change, 'id'> {
  const source = readSourcePost('post.md', text);
  if (source.slug !== post.id) throw new Failure('The id cannot be changed here; use "rename".');
  const names = post.kind === 'page' ? ([...fieldNames, 'allowComments'] as const) : fieldNames;
  const differing = names.flatMap((name) => {
    if (name === 'protected' || (name === 'date' && post.kind === 'page')) return [];
    const value = typeof source[name] === 'boolean' ? Number(source[name]) : source[name];
    const isSame = value === undefined || JSON.stringify(value) === JSON.stringify(post[name]);
    return isSame ? [] : [[name, value]];
  });
  return Object.fromEntries(differing) as Omit<Change, 'id'>;
}
