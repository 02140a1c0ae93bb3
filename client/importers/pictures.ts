import type { BlogClient } from '../index.ts';
import { isPicture } from './media-files.ts';
import { lastName, type SourceFile } from './source-file.ts';

/** The call that uploads files: `client.media.upload`. */
export type Upload = BlogClient['media']['upload'];

/** Loads a file from another host. */
export type LoadPicture = (url: string) => Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> }>;

/** Uploads the files of an import, each once. */
export interface Pictures {
  /**
   * @returns the address of the file on this blog, such as `/media/2026/11/harbour-1a2b3c4d.jpg`
   * @throws Error with the reason why it was not uploaded
   */
  ofFile(file: SourceFile): Promise<string>;
  /** The same for a picture of another host; undefined if such pictures stay where they are. */
  ofUrl(url: string): Promise<string | undefined>;
}

/** Files that were fetched into the library before, by URL: their addresses, or why there is none. */
export type Fetched = ReadonlyMap<string, { address: string } | { error: string }>;

/**
 * @param load loads pictures of other hosts; absent: they stay where they are
 * @param fetched pictures of other hosts that are here already
 */
export function createPictures(upload: Upload, load?: LoadPicture, fetched: Fetched = new Map()): Pictures {
  const uploads = new Map<string, Promise<string>>();
  const once = (key: string, make: () => Promise<string>) => {
    const known = uploads.get(key) ?? make();
    uploads.set(key, known);
    return known;
  };
  const send = async (name: string, bytes: Uint8Array<ArrayBuffer>) => {
    const { media } = await upload(new Blob([bytes]), { name });
    return mediaAddress(media.url);
  };
  return {
    ofFile: (file) => once(file.path, async () => send(lastName(file.path), await file.read())),
    async ofUrl(url) {
      const result = fetched.get(url);
      if (result && 'error' in result) throw new Error(result.error);
      if (result) return result.address;
      if (load === undefined || !isPicture(new URL(url).pathname)) return undefined;
      return once(url, async () => {
        const { name, bytes } = await load(url);
        return send(name, bytes);
      });
    },
  };
}

/** The address of a file in texts: the path, also when a CDN serves the files. @param url as the service answers it */
export function mediaAddress(url: string): string {
  return `/media/${url.split('/').slice(-3).join('/')}`;
}
