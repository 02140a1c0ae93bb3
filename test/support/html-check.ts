import { spawn, spawnSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';

import type { Problem } from './crawler.ts';

/** What to say where pages cannot be checked. */
export const NO_JAVA = 'no java, which the HTML checker needs; install default-jre-headless';

/** Whether pages can be checked here. */
export function hasJava(): boolean {
  return spawnSync('java', ['-version']).status === 0;
}

/**
 * Checks pages with the Nu Html Checker, all in one run of it: errors and warnings.
 *
 * @param pages HTML by path
 * @param folder temporary folder for the pages
 */
export async function checkHtml(pages: ReadonlyMap<string, string>, folder: string): Promise<Problem[]> {
  if (pages.size === 0) return [];
  const saved = join(folder, 'pages');
  await mkdir(saved);
  const paths = [...pages.keys()];
  await Promise.all(paths.map((path, at) => writeFile(join(saved, `${at}.html`), pages.get(path) ?? '')));
  try {
    return (await run(saved)).map(({ url = '', lastLine, message, extract }) => ({
      page: paths[Number.parseInt(basename(url), 10)] ?? url,
      what: `line ${lastLine ?? '?'}: ${message} ${extract ?? ''}`.replaceAll(/\s+/g, ' '),
    }));
  } finally {
    await rm(saved, { recursive: true });
  }
}

interface Message {
  type: string;
  subType?: string;
  url?: string;
  lastLine?: number;
  message: string;
  extract?: string;
}

const jar = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar');

/** Deeply nested pages need a larger stack than Java's own. */
async function run(folder: string): Promise<Message[]> {
  const options = ['--skip-non-html', '--format', 'json'];
  const checker = spawn('java', ['-Xss8m', '-jar', jar, ...options, folder], { stdio: ['ignore', 'ignore', 'pipe'] });
  const report = await text(checker.stderr);
  try {
    const { messages } = JSON.parse(report) as { messages: Message[] };
    return messages.filter(({ type, subType }) => type !== 'info' || subType === 'warning');
  } catch {
    throw new Error(`the HTML checker failed: ${report.slice(0, 2000)}`);
  }
}
