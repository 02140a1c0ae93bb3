// npm run examples -- [name …]: installs each example from npm, runs it against a real service, and checks what it made.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { expect } from 'chai';
import type { Page } from 'playwright-core';

import { findChromium, launchChromium, NO_CHROMIUM } from '../test/support/chromium.ts';
import { startStaticHost, type StaticHost } from '../test/support/static-host.ts';
import { startBlog, type Blog } from './support/blog.ts';

const POSTS = 745;
/** Seconds that the static site may take to build for the first time. */
const MOST_SECONDS = 60;

interface Tools {
  blog: Blog;
  site: StaticHost;
}

const examples: Record<string, (tools: Tools) => Promise<void>> = {
  async astro({ blog: { url, client, newKey } }) {
    const env = { OCTAVO_URL: url, OCTAVO_KEY: await newKey('read'), ASTRO_TELEMETRY_DISABLED: '1' };
    const build = () => timed(() => run('astro', 'npm', ['run', 'build'], env));
    const page = (id: string) => inFolder('astro', `dist/posts/${id}/index.html`);
    await rm(inFolder('astro', '.octavo.json'), { force: true });
    const first = await build();
    expect(first.stdout).to.include(`Read ${POSTS} posts.`);
    expect(first.seconds).to.be.below(MOST_SECONDS);
    expect(await readdir(inFolder('astro', 'dist/posts'))).to.have.length(POSTS);
    expect(await readFile(page('post-7'), 'utf8')).to.include('The <strong>text</strong> of post 7');

    await client.posts.update({ id: 'post-7', content: 'Written *again*.' });
    await client.posts.rename({ id: 'post-8', newId: 'eight' });
    await client.posts.delete({ id: 'post-9' });
    const second = await build();
    expect(second.stdout).to.include('Read 2 posts.');
    expect(await readFile(page('post-7'), 'utf8')).to.include('Written <em>again</em>.');
    expect([page('eight'), page('post-8'), page('post-9')].map(existsSync)).to.deep.equal([true, false, false]);
    console.log(`  ${POSTS} posts in ${first.seconds} s, built again after three changes in ${second.seconds} s`);
  },

  async react({ blog: { url, client }, site }) {
    const { total } = await client.posts.list();
    await run('react', 'npm', ['run', 'build'], { VITE_OCTAVO_URL: url });
    site.serve(inFolder('react', 'dist'));
    await inBrowser(site.origin, async (page) => {
      await page.getByText(`${total} posts`).waitFor();
      await page.getByText('Post 745').waitFor();
      await page.getByText('Older').click();
      await page.getByText('Post 735').waitFor();
      await page.getByLabel('Name').fill('Ada');
      await page.getByLabel('Text').fill('I <3 ferries');
      await page.getByText('Send').click();
      await page.getByRole('listitem').filter({ hasText: 'I <3 ferries' }).waitFor();
    });
  },

  async 'bulk-edit'({ blog: { url, client, newKey } }) {
    const env = { OCTAVO_URL: url, OCTAVO_KEY: await newKey('posts') };
    const args = ['replace.js', 'old.example', 'new.example'];
    const { total } = await client.posts.list({ search: 'old.example' });
    const before = await client.posts.get({ id: 'post-1' });
    const tried = await run('bulk-edit', process.execPath, args, env);
    expect(tried.stdout).to.include('Would change post-1\n').and.include(`\n${total} posts\n`);
    expect(await client.posts.get({ id: 'post-1' })).to.deep.equal(before);
    const { stdout } = await run('bulk-edit', process.execPath, [...args, '--write'], env);
    expect(stdout).to.include(`\n${total} posts\n`);
    expect((await client.posts.get({ id: 'post-1' })).post.content).to.include('written at new.example.');
    expect((await client.posts.list({ search: 'old.example' })).total).to.equal(0);
  },

  async generated({ blog: { url, newKey } }) {
    const env = { OCTAVO_URL: url, OCTAVO_KEY: await newKey('posts', 'comments', 'read') };
    await run('generated', 'npm', ['run', 'build'], env);
    const typed = await run('generated', process.execPath, ['src/with-openapi-fetch.ts'], env);
    expect(typed.stdout.split('\n')).to.deep.equal([
      '201 lighthouse /api/posts/lighthouse',
      '201 harbour /api/posts/harbour',
      'The harbour It is *old*. 0',
      'The lighthouse It is *old*. 0',
      '{ ok: true, changed: 2, left: 0 }',
      'NOT_FOUND',
      '',
    ]);
    const checked = await run('generated', process.execPath, ['src/with-orval.ts'], env);
    expect(checked.stdout.split('\n')).to.deep.equal([
      'Ada Is it &lt;open&gt;?',
      '200 { ok: true, changed: 1 }',
      '200 { ok: true, changed: 1, left: 0 }',
      '1',
      '<p>It is <em>old</em>.</p>',
      'BAD_REQUEST author',
      '',
    ]);
  },
};

const asked = process.argv.slice(2);
const names = asked.length > 0 ? asked : Object.keys(examples);
const folder = await mkdtemp(join(tmpdir(), 'octavo-examples-'));
const site = await startStaticHost();
await run('..', process.execPath, ['bin/build-client.ts']);
const blog = await startBlog(folder, site.origin, POSTS);
try {
  for (const name of names) {
    const { seconds } = await timed(async () => {
      if (existsSync(inFolder(name, 'package-lock.json')))
        await run(name, 'npm', ['install', '--no-save', '--prefer-offline']);
      await examples[name]?.({ blog, site });
    });
    console.log(`${name}: ${seconds} s`);
  }
} finally {
  await blog.close();
  site.close();
  await rm(folder, { recursive: true });
}

function inFolder(name: string, file = ''): string {
  return fileURLToPath(new URL(`${name}/${file}`, import.meta.url));
}

/** Runs a program in the folder of an example; shows what it printed if it fails. */
async function run(name: string, command: string, args: string[], env: Record<string, string> = {}) {
  try {
    return await promisify(execFile)(command, args, { cwd: inFolder(name), env: { ...process.env, ...env } });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    console.error(stdout, stderr);
    throw error;
  }
}

async function timed<T extends object | void>(work: () => Promise<T>): Promise<T & { seconds: number }> {
  const begun = performance.now();
  const result = await work();
  return Object.assign(result ?? {}, { seconds: Math.round((performance.now() - begun) / 100) / 10 }) as never;
}

/** Opens a page, and fails when it has an error. */
async function inBrowser(url: string, act: (page: Page) => Promise<void>): Promise<void> {
  const path = findChromium({ shell: true });
  if (path === null) throw new Error(`There is ${NO_CHROMIUM}.`);
  const browser = await launchChromium(path);
  try {
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.goto(url);
    await act(page).catch((error: unknown) => {
      throw new Error(errors.join('\n'), { cause: error });
    });
    expect(errors).to.deep.equal([]);
  } finally {
    await browser.close();
  }
}
