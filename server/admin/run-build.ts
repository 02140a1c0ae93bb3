import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('build.ts', import.meta.url));

/**
 * Bundles the app into a folder, in a process of its own, which ends with this one. It gets nothing of what the service
 * is configured with.
 *
 * @throws Error with what the bundler said
 */
export function runBuild(folder: string): Promise<void> {
  const { PATH, HOME, TMPDIR } = process.env;
  const env = { PATH, HOME, TMPDIR, NODE_ENV: 'production' };
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, [script, folder], { env }, (error) => {
      process.off('exit', end);
      if (error) reject(error);
      else resolve();
    });
    const end = () => child.kill();
    process.once('exit', end);
  });
}
