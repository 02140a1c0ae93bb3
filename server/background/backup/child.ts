// Runs in a process of its own (see run.ts): copying and checking a large database would hold up the service.

import { failureReason } from '../../process/reasons.ts';
import { makeBackup, type MadeBackup } from './make.ts';
import type { BackupConfig } from './place.ts';
import { inBackground } from '../../../routers/base/defects.ts';

/** Sent to this process, once. */
export interface BackupTask {
  config: BackupConfig;
  began: number;
}

/** Sent by this process, once. */
export type BackupOutcome = { ok: true; made: MadeBackup } | { ok: false; problem: string };

process.once('message', (task: BackupTask) => inBackground(answer(task)));
// The service has ended. What is not complete is deleted by the next backup.
process.on('disconnect', () => process.exit());

async function answer({ config, began }: BackupTask): Promise<void> {
  const outcome = await makeBackup(config, new Date(began)).then(
    (made): BackupOutcome => ({ ok: true, made }),
    (error: unknown): BackupOutcome => ({ ok: false, problem: failureSentence(error) }),
  );
  process.send?.(outcome, () => process.disconnect());
}

function failureSentence(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === undefined ? message : `The backup cannot be stored: ${failureReason(error)}.`;
}
