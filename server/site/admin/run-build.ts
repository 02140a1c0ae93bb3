import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('build.ts', import.meta.url));

/**
 * Bundles the app into a folder in a child process, which ends with this one and does not get the configuration of the
 * service.
 *
 * @throws Error with the output of the bundler
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
