import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const builder = fileURLToPath(new URL('build-programs.ts', import.meta.url));
let folder: string | undefined;

/**
 * The path of a program of the project as one bundle, which starts in half the processor time. It is built at the first use
 * after a change of a source.
 *
 * @param name of its source file without `.ts`
 */
export function program(name: 'bin/octavo' | 'server/main'): string {
  folder ??= execFileSync(process.execPath, [builder], { encoding: 'utf8' }).trim();
  return `${folder}/${name}.mjs`;
}
