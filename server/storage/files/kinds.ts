import type { MediaKind } from '../../../entities/media.ts';

/** A kind of file that can be uploaded. */
export interface FileKind {
  /** Of its URL, without the dot. */
  extension: string;
  mime: string;
  kind: MediaKind;
}

/** Every kind of file that can be uploaded, by its extension. */
export const fileKinds = {
  jpg: { mime: 'image/jpeg', kind: 'image' },
  png: { mime: 'image/png', kind: 'image' },
  gif: { mime: 'image/gif', kind: 'image' },
  webp: { mime: 'image/webp', kind: 'image' },
  avif: { mime: 'image/avif', kind: 'image' },
  svg: { mime: 'image/svg+xml', kind: 'image' },
  pdf: { mime: 'application/pdf', kind: 'file' },
  mp3: { mime: 'audio/mpeg', kind: 'audio' },
  m4a: { mime: 'audio/mp4', kind: 'audio' },
  ogg: { mime: 'audio/ogg', kind: 'audio' },
  ogv: { mime: 'video/ogg', kind: 'video' },
  mp4: { mime: 'video/mp4', kind: 'video' },
  webm: { mime: 'video/webm', kind: 'video' },
} as const satisfies Record<string, Omit<FileKind, 'extension'>>;

export type Extension = keyof typeof fileKinds;

/** The kind of a stored file, by its path. */
export function kindOfPath(path: string): Omit<FileKind, 'extension'> | undefined {
  const extension = path.slice(path.lastIndexOf('.') + 1);
  return Object.hasOwn(fileKinds, extension) ? fileKinds[extension as Extension] : undefined;
}
