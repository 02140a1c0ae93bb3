#!/usr/bin/env node
import { runCli } from '../client/cli/program.ts';

// Imported on demand: everything else runs without the server's code.
await runCli(process.argv.slice(2), {
  resetPassword: async (password) =>
    (await import('../server/commands/reset-password.ts')).resetAdministratorPassword(password),
  unlock: async () => (await import('../server/commands/unlock.ts')).unlockSignIn(),
  replaceKeys: async () => (await import('../server/commands/replace-keys.ts')).replaceKeys(),
  copy: async (from, to, progress) => (await import('../server/commands/copy.ts')).copyDatabase(from, to, progress),
  backup: async (file) => (await import('../server/commands/backup.ts')).backUp(file),
  adoptBackups: async () => (await import('../server/commands/adopt.ts')).adoptBackups(),
  adoptMedia: async (isTrial) => (await import('../server/commands/adopt.ts')).adoptMedia(isTrial),
  restore: async (file, force) => (await import('../server/commands/restore.ts')).restoreBackup(file, force),
  recovered: async () => (await import('../server/commands/recovered.ts')).prepareRecovered(),
  moveMedia: async (to, progress) => (await import('../server/commands/media-move.ts')).moveMedia(to, progress),
  useData: async (folder) => (await import('../server/data-folder.ts')).useDataFolder(folder),
  start: async (options) => (await import('../server/commands/start.ts')).startServer(options),
  status: async (url) => (await import('../server/commands/status.ts')).statusOf(url),
  doctor: async () => (await import('../server/commands/doctor.ts')).examine(),
});
