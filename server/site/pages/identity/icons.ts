import { readFile, rm } from 'node:fs/promises';

import { pathInUrl } from '../../../../routers/media/files.ts';
import { sha256 } from '../../../../routers/base/secrets.ts';
import { makeFile, type File } from '../../../http/files.ts';
import { localCopy } from '../../../storage/files/local-copy.ts';
import { newFile } from '../../../storage/files/incoming.ts';
import type { MediaFiles } from '../../../media/media.ts';
import { inBackground } from '../../../../routers/base/defects.ts';

/** The sizes of the icon in pixels: for Apple's home screens, for tabs and Android's, and for its start screen. */
export const ICON_SIZES = [180, 192, 512] as const;

const ICON = /^\/assets\/icon-(180|192|512)-[0-9a-f]{16}\.png$/;
/** The timeout for making an icon, and the pause before another attempt, in milliseconds. */
const TIMEOUT = 60_000;

/** The URL of a size of an icon, which changes with the icon. @param icon the path of an upload */
export function iconUrl(icon: string, size: (typeof ICON_SIZES)[number]): string {
  return `/assets/icon-${size}-${sha256(icon).slice(0, 16)}.png`;
}

/** Makes the sizes of the icon, each at its first request. */
export interface Icons {
  /** @returns undefined for a path that is not one of this icon, or when the upload is gone or cannot be read */
  find(path: string, icon: string): Promise<File | undefined>;
  /** A size of an icon. */
  make(icon: string, size: number): Promise<File | undefined>;
}

export function createIcons(media: Pick<MediaFiles, 'storage' | 'inspector'>): Icons {
  const made = new Map<string, Promise<File | undefined>>();

  function make(icon: string, size: number): Promise<File | undefined> {
    const key = `${size} ${icon}`;
    const known = made.get(key);
    if (known) return known;
    // Those of former icons are not needed any more.
    for (const other of made.keys()) if (!other.endsWith(` ${icon}`)) made.delete(other);
    const making = makeIcon(media, icon, size).catch(() => undefined);
    made.set(key, making);
    // Tried again later, when the storage may be back.
    inBackground(making.then((file) => file ?? setTimeout(() => made.delete(key), TIMEOUT).unref()));
    return making;
  }

  return {
    make,
    async find(path, icon) {
      const size = ICON.exec(path)?.[1];
      return size !== undefined && icon !== '' && path === iconUrl(icon, Number(size) as 180)
        ? make(icon, Number(size))
        : undefined;
    },
  };
}

async function makeIcon(
  { storage, inspector }: Pick<MediaFiles, 'storage' | 'inspector'>,
  icon: string,
  size: number,
): Promise<File | undefined> {
  const path = pathInUrl(icon);
  if (path === undefined) return undefined;
  const copy = await newFile(storage.incoming);
  const output = `${copy}-${size}.png`;
  const signal = AbortSignal.timeout(TIMEOUT);
  try {
    const file = await localCopy(storage, path, copy, signal);
    await inspector.makeSize({ file, output, width: size, isIcon: true }, signal);
    return await makeFile('icon.png', await readFile(output), 'always');
  } finally {
    await Promise.all([copy, output].map((one) => rm(one, { force: true })));
  }
}
