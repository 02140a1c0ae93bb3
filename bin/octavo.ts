#!/usr/bin/env node
import { runCli } from '../client/cli/program.ts';

// Loaded when it is needed: everything else runs without the server's code.
await runCli(process.argv.slice(2), {
  resetPassword: async (password) =>
    (await import('../server/commands/reset-password.ts')).resetAdministratorPassword(password),
  unlock: async () => (await import('../server/commands/unlock.ts')).unlockSignIn(),
  copy: async (from, to, progress) => (await import('../server/commands/copy.ts')).copyDatabase(from, to, progress),
  backup: async (file) => (await import('../server/commands/backup.ts')).backUp(file),
  restore: async (file, force) => (await import('../server/commands/restore.ts')).restoreBackup(file, force),
  doctor: async () => (await import('../server/commands/doctor.ts')).examine(),
});
