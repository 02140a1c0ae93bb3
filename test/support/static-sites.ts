import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { runFolder } from './run.ts';

/** A site of examples/comments. */
export interface StaticSite {
  name: string;
  /** A program that npm does not install. */
  program?: string;
  /** What builds the site; it is a folder of files without. */
  build?: string[];
  /** The folder of the built site. */
  output: string;
  /** Whether scripts change the page in place; such generators also write scripts and styles into their pages. */
  isSinglePage?: true;
}

const npm = ['npm', 'run', 'build'];

export const staticSites: readonly StaticSite[] = [
  { name: 'html', output: '.' },
  { name: 'hugo', program: 'hugo', build: ['hugo'], output: 'public' },
  { name: 'jekyll', program: 'jekyll', build: ['jekyll', 'build'], output: '_site' },
  { name: 'hexo', build: npm, output: 'public' },
  { name: 'astro', build: npm, output: 'dist', isSinglePage: true },
  { name: 'vitepress', build: npm, output: '.vitepress/dist', isSinglePage: true },
  // Smaller files would take a third of its time.
  { name: 'docusaurus', build: [...npm, '--', '--no-minify'], output: 'build', isSinglePage: true },
];

const examples = fileURLToPath(new URL('../../examples/comments', import.meta.url));
/** The addresses in the examples. */
const SERVICE = 'https://comments.example';
const SITE = 'https://www.example';

/**
 * Copies an example, writes the addresses of the service and of the site into it, and builds it with its generator.
 *
 * @returns the folder of the pages
 */
export async function buildSite({ name, build, output }: StaticSite, service: string, site: string): Promise<string> {
  const folder = join(runFolder(), `site-${name}`);
  await mkdir(folder);
  await cp(join(examples, name), folder, {
    recursive: true,
    filter: (path) => basename(path) !== 'node_modules',
  });
  await replaceIn(folder, [
    [SERVICE, service],
    [SITE, site],
    [encodeURIComponent(SITE), encodeURIComponent(site)],
  ]);
  if (build?.[0] === 'npm') await run(folder, ['npm', 'ci', '--prefer-offline', '--no-audit', '--no-fund']);
  if (build) await run(folder, build);
  return join(folder, output);
}

async function replaceIn(folder: string, replacements: readonly (readonly [string, string])[]): Promise<void> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const file of files.filter((one) => one.isFile() && one.name !== 'package-lock.json')) {
    const path = join(file.parentPath, file.name);
    const before = await readFile(path, 'utf8');
    const after = replacements.reduce((text, [from, to]) => text.replaceAll(from, to), before);
    if (after !== before) await writeFile(path, after);
  }
}

/** @throws Error with what the program printed */
async function run(cwd: string, [command = '', ...args]: string[]): Promise<void> {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    // The Node.js of the tests, which is newer than some machines'.
    PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
    ASTRO_TELEMETRY_DISABLED: '1',
    DO_NOT_TRACK: '1',
  };
  delete env['NODE_OPTIONS'];
  await promisify(execFile)(command, args, { cwd, env }).catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`${command} ${args.join(' ')} failed:\n${error.stdout}\n${error.stderr}`);
  });
}
