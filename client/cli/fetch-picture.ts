import { decodePercent } from '../../shared/decode-percent.ts';
import type { LoadPicture } from '../importers/pictures.ts';

/** The timeout for an image, and its maximum size, which is also the default limit of the service for images. */
const LIMITS = { milliseconds: 60_000, bytes: 25 * 1024 * 1024 };

/**
 * Downloads an image from another host.
 *
 * @throws Error with one sentence if it cannot be loaded, or is too large
 */
export const fetchPicture: LoadPicture = async (url) => {
  const response = await fetch(url, { signal: AbortSignal.timeout(LIMITS.milliseconds) }).catch(() => {
    throw new Error('Its host cannot be reached.');
  });
  if (!response.ok) throw new Error(`Its host answers ${response.status}.`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > LIMITS.bytes) throw new Error('It is larger than 25 MB.');
    chunks.push(chunk);
  }
  return { name: fileName(url), bytes: new Uint8Array(Buffer.concat(chunks)) };
};

function fileName(url: string): string {
  const { pathname } = new URL(url);
  return decodePercent(pathname.slice(pathname.lastIndexOf('/') + 1));
}
