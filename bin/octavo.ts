#!/usr/bin/env node
import { runCli } from '../client/cli/program.ts';

await runCli(process.argv.slice(2), {
  // Loaded when it is needed: everything else runs without the server's code.
  resetPassword: async (password) =>
    (await import('../server/commands/reset-password.ts')).resetAdministratorPassword(password),
});
