import { fork } from 'node:child_process';
import { setPriority } from 'node:os';

import { programFile } from '../../process/package-files.ts';
import type { BackupOutcome, BackupTask } from './child.ts';

const CHILD = programFile('server/background/backup/child.ts');
/** On a machine with one core, the service takes precedence over the process. */
const NICE = 15;
const MEMORY = ['--max-old-space-size=512', '--max-semi-space-size=1'];

/**
 * Makes a backup in a separate process.
 *
 * @param signal ends the process
 * @throws the reason of the signal
 */
export async function runBackup(task: BackupTask, signal: AbortSignal): Promise<BackupOutcome> {
  signal.throwIfAborted();
  const child = fork(CHILD, { execArgv: MEMORY, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const end = () => child.kill('SIGKILL');
  signal.addEventListener('abort', end, { once: true });
  try {
    if (child.pid !== undefined) setPriority(child.pid, NICE);
  } catch {
    // Some systems do not allow it.
  }
  const outcome = await new Promise<BackupOutcome>((resolve) => {
    const failed = (problem: string) => resolve({ ok: false, problem });
    child.once('message', resolve as (outcome: unknown) => void);
    child.on('error', ({ message }) => failed(message));
    child.once('exit', (code, by) => failed(`The process that makes backups ended with ${by ?? code}.`));
    child.send(task, () => undefined);
  });
  signal.removeEventListener('abort', end);
  signal.throwIfAborted();
  return outcome;
}
