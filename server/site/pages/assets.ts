import { readdir, readFile } from 'node:fs/promises';

import { lazy } from '../../../routers/base/lazy.ts';
import { makeFile, type File } from '../../http/files.ts';
import { openBundle } from './bundle.ts';
import type { Messages } from '../../../shared/translate.ts';
import { locales } from '../locales.ts';
import { packageFile } from '../../process/package-files.ts';

/** Finds a file by path in a fixed list, which rules out path traversal. */
export type Files = (path: string) => Promise<File | undefined>;

/** The path that programs request without reading a page. It serves a PNG, which all of them accept. */
export const FAVICON = '/favicon.ico';

/** The files of the site, bundled and read at the first request. */
export const siteFiles: Files = async (path) => {
  if (!path.startsWith('/assets/') && path !== '/sw.js' && path !== FAVICON) return undefined;
  return (await files.get()).get(path);
};

const files = lazy(load);

async function load(): Promise<Map<string, File>> {
  const { 'sw.js': worker = '', 'embed.js': _, ...bundle } = await openBundle();
  const texts = Object.entries(bundle).map(([name, text]) => [name, Buffer.from(text)] as const);
  const translations = locales().map(
    ({ name, messages }) => [`${name}.json`, Buffer.from(JSON.stringify(withoutMails(messages)))] as const,
  );
  const assets = [...texts, ...translations, ...(await icons())].map(
    async ([name, body]) => [`/assets/${name}`, await makeFile(name, body, 'by version')] as const,
  );
  return new Map([
    ...(await Promise.all(assets)),
    ['/sw.js', await makeFile('sw.js', Buffer.from(worker), 'never')] as const,
    [
      FAVICON,
      await makeFile('icon.png', await readFile(packageFile('client/site/icons/icon-192.png')), 'never'),
    ] as const,
  ]);
}

/** Mails are written by the service only. */
function withoutMails(messages: Messages): Messages {
  return Object.fromEntries(Object.entries(messages).filter(([key]) => !key.startsWith('mail.')));
}

async function icons(): Promise<(readonly [string, Buffer])[]> {
  const folder = packageFile('client/site/icons/');
  const names = await readdir(folder);
  return Promise.all(names.map(async (name) => [name, await readFile(new URL(name, folder))] as const));
}
