import { setTimeout } from 'node:timers/promises';

import type { Command } from 'commander';

import { verifyAddresses, type Reached, type Verified } from '../../importers/old-site/verify-addresses.ts';
import { plural } from '../plural.ts';
import { Failure, UsageError } from '../failures.ts';
import { readOldSite, type OldSiteOptions } from '../old-site.ts';
import { visible } from '../output.ts';
import { showProgress } from '../progress.ts';
import { openSession, type Session } from '../session.ts';

/** The most redirects that are followed. */
const MOST_REDIRECTS = 5;

/** Adds the command that asks the service for every address of the old site. */
export function addVerifyCommand(imports: Command): void {
  imports
    .command('verify')
    .description('ask the service for every address of the old site, and print those that lead to no page')
    .option('--sitemap <file or URL>', 'the sitemap of the old site')
    .option('--built <folder or zip>', 'the files that the generator wrote')
    .action(verify);
}

async function verify(options: OldSiteOptions, command: Command): Promise<void> {
  const site = await readOldSite(options);
  if (!site) throw new UsageError('Give the addresses of the old site with --sitemap or --built.');
  const session = await openSession(command);
  const paths = site.pages.map(({ path }) => path);
  const progress = showProgress(new Set(paths).size, 'addresses', session.json);
  let verified: Verified;
  try {
    verified = await verifyAddresses(paths, (path) => reach(session, path), stepsOf(progress.at));
  } finally {
    progress.stop();
  }
  const { total, dead, redirects, pages } = verified;
  const lines = [
    ...dead.map(({ path, status }) => `${status === 0 ? 'no answer' : status} ${visible(path)}`),
    `${plural(total, 'address', 'addresses')}: ${redirects} redirect to a page, ${pages} are pages, ${dead.length} dead`,
  ];
  session.answer({ ok: dead.length === 0, ...verified }, lines.join('\n'));
  if (dead.length > 0) {
    throw new Failure(
      `${plural(dead.length, 'address', 'addresses')} ${dead.length === 1 ? 'leads' : 'lead'} to no page.`,
    );
  }
}

/** One line for a hundred addresses. */
function stepsOf(at: (done: number) => void): (done: number) => void {
  return (done) => {
    if (done % 100 === 0) at(done);
  };
}

/** Follows 301 only, on the service alone: every other redirect is none of an old address. */
async function reach({ url, token }: Session, path: string): Promise<Reached> {
  const { origin } = new URL(url);
  let next = origin + path;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const { status, headers } = await ask(next, token);
    const location = headers.get('location');
    if (status !== 301 || location === null) return { status, isRedirected: redirects > 0 };
    const target = new URL(location, next);
    // The service may have another name outside.
    next = origin + target.pathname;
  }
  return { status: 301, isRedirected: true };
}

interface Response {
  status: number;
  headers: Headers;
}

/** @returns status 0 without a response */
async function ask(url: string, token: string | undefined): Promise<Response> {
  for (;;) {
    try {
      const response = await fetch(url, {
        redirect: 'manual',
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(30_000),
      });
      await response.body?.cancel();
      if (response.status !== 429) return response;
      await setTimeout(1000 * Math.min(60, Number(response.headers.get('retry-after')) || 5));
    } catch {
      return { status: 0, headers: new Headers() };
    }
  }
}
