import { readdir, readFile, stat } from 'node:fs/promises';
import { join, basename } from 'node:path';

import { filesOfZip } from '../importers/given/files-of-zip.ts';
import { builtSite } from '../importers/old-site/built-site.ts';
import type { OldSite } from '../importers/old-site/old-site.ts';
import { sitemapSite } from '../importers/old-site/sitemap.ts';
import type { SourceFile } from '../importers/source-file.ts';
import { Failure, fileReason, UsageError } from './failures.ts';
import { openBlob } from './open-blob.ts';

/** Where the addresses of the old site are: what its generator wrote, or its sitemap. */
export interface OldSiteOptions {
  built?: string | undefined;
  sitemap?: string | undefined;
}

/** The timeout for a sitemap, and its maximum size as sitemaps.org has it. */
const LIMITS = { milliseconds: 60_000, bytes: 60 * 1024 * 1024 };

/**
 * Reads the addresses of the old site.
 *
 * @returns undefined if there is no option
 * @throws UsageError for both options; Failure with one sentence if they cannot be read
 */
export async function readOldSite({ built, sitemap }: OldSiteOptions): Promise<OldSite | undefined> {
  if (built !== undefined && sitemap !== undefined) throw new UsageError('Give either --built or --sitemap.');
  if (built !== undefined) return builtSite(basename(built), await filesOfBuilt(built));
  if (sitemap === undefined) return undefined;
  return sitemapSite(sitemap, await readBytes(sitemap), loadUrl);
}

async function filesOfBuilt(path: string): Promise<SourceFile[]> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    (error: unknown) => {
      throw new Failure(`${path} cannot be read: ${fileReason(error)}.`);
    },
  );
  if (!isFolder) return filesOfZip(basename(path), await openBlob(path, path));
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const file = join(entry.parentPath, entry.name);
      const inside = file.slice(join(path, '/').length).replaceAll('\\', '/');
      return { path: inside, size: 0, read: async () => new Uint8Array(await readFile(file)) };
    });
}

async function readBytes(source: string): Promise<Uint8Array<ArrayBuffer>> {
  if (/^https?:\/\//i.test(source)) return loadUrl(source);
  try {
    return new Uint8Array(await readFile(source));
  } catch (error) {
    throw new Failure(`${source} cannot be read: ${fileReason(error)}.`);
  }
}

async function loadUrl(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url, { signal: AbortSignal.timeout(LIMITS.milliseconds) }).catch(() => {
    throw new Failure(`${url} cannot be reached.`);
  });
  if (!response.ok) throw new Failure(`${url} answers ${response.status}.`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > LIMITS.bytes) throw new Failure(`${url} is larger than 60 MB.`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
