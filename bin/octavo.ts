#!/usr/bin/env node
import { runCli } from '../client/cli/program.ts';

// Imported on demand: everything else runs without the server's code.
await runCli(process.argv.slice(2), {
  resetPassword: async (password) =>
    (await import('../server/operations/reset-password.ts')).resetAdministratorPassword(password),
  unlock: async () => (await import('../server/operations/unlock.ts')).unlockSignIn(),
  resetSecondFactor: async () => (await import('../server/operations/reset-second-factor.ts')).resetSecondFactor(),
  replaceKeys: async () => (await import('../server/operations/replace-keys.ts')).replaceKeys(),
  copy: async (from, to, progress) => (await import('../server/storage/copy/copy.ts')).copyDatabase(from, to, progress),
  backup: async (file) => (await import('../server/operations/backup.ts')).backUp(file),
  adoptBackups: async () => (await import('../server/operations/adopt.ts')).adoptBackups(),
  adoptMedia: async (isTrial) => (await import('../server/operations/adopt.ts')).adoptMedia(isTrial),
  restore: async (file, force) => (await import('../server/operations/restore.ts')).restoreBackup(file, force),
  recovered: async () => (await import('../server/operations/recovered.ts')).prepareRecovered(),
  moveMedia: async (to, progress) => (await import('../server/operations/media-move.ts')).moveMedia(to, progress),
  useData: async (folder) => (await import('../server/config/data-folder.ts')).useDataFolder(folder),
  start: async (options) => (await import('../server/operations/start.ts')).startServer(options),
  status: async (url) => (await import('../server/operations/status.ts')).readStatus(url),
  doctor: async () => (await import('../server/operations/doctor.ts')).examine(),
});
