import { BlogError, type ImportPost } from '../../index.ts';
import type { ImportReport } from '../import-report.ts';
import type { Archive } from './open.ts';
import type { ArchiveTarget } from './target.ts';

/** Paths of uploaded files in texts, unless they follow a host. */
const PATHS = /(?<![\w.-])\/media\/(\d{4}\/\d{2}\/[a-z0-9-]+\.[a-z0-9]{2,4})/g;

/** The record of a file; archives of earlier versions have no focal points. */
interface ArchivedFile {
  path: string;
  hash: string;
  name: string;
  alt: string;
  focus?: { x: number; y: number } | null;
}

interface ArchivedFiles {
  /** Adds a record of the media library. */
  note(record: Record<string, unknown>): Promise<void>;
  /** Uploads the files of a post, and replaces their paths by those on this blog. */
  rewritten(post: ImportPost): Promise<ImportPost>;
}

/** The files of an archive, which are uploaded when a post needs them. */
export function archivedFiles(
  target: ArchiveTarget,
  archive: Archive,
  report: ImportReport,
  dryRun: boolean,
): ArchivedFiles {
  const members = new Map(archive.manifest.members.map(({ name, sha256 }) => [name, sha256]));
  const records = new Map<string, ArchivedFile>();
  const places = new Map<string, Promise<string>>();

  /** @returns the path on this blog */
  async function place(path: string): Promise<string> {
    const record = records.get(path);
    const sha256 = members.get(`media/${record?.path}`);
    if (!record || sha256 === undefined) return path;
    // The library knows a file by the hash of the uploaded bytes: those of an earlier import, or the original ones in
    // the blog of the archive.
    const hashes = [record.hash, sha256];
    const { paths } = await target.files({ files: hashes.map((hash) => ({ path: record.path, hash })) });
    const known = paths.find((one) => one !== null) ?? null;
    if (known !== null || dryRun) {
      if (known === null) report.uploads += 1;
      return known ?? path;
    }
    const { name, alt, focus } = record;
    try {
      const content = new Blob([await archive.read(`media/${record.path}`)]);
      const { media } = await target.upload(content, { ...(name !== '' && { name }), alt });
      report.uploads += 1;
      if (focus) await target.edit({ id: media.id, focus });
      return media.url.split('/').slice(-3).join('/');
    } catch (error) {
      if (!(error instanceof BlogError) || error.status >= 500 || error.status === 401) throw error;
      report.refused.push({ file: `media/${record.path}`, reason: error.message });
      return path;
    }
  }

  async function rewritten(text: string): Promise<string> {
    const found = new Map<string, string>();
    for (const [, path = ''] of text.matchAll(PATHS)) {
      const placing = places.get(path) ?? place(path);
      places.set(path, placing);
      found.set(path, await placing);
    }
    return text.replace(PATHS, (_, path: string) => `/media/${found.get(path) ?? path}`);
  }

  return {
    async note(record) {
      const { path, formerPaths = [] } = record as { path?: string; formerPaths?: string[] };
      if (path === undefined) return;
      for (const one of [path, ...formerPaths]) records.set(one, record as never);
    },
    async rewritten(post) {
      const { content = '', cover = '' } = post;
      return { ...post, content: await rewritten(content), cover: await rewritten(cover) };
    },
  };
}
