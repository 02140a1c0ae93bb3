import type { MediaAddOutput } from './generated/trpc.ts';
import type { CallOptions } from './options.ts';
import type { FileContent } from './platform.ts';

/** The output of `media.replace`. */
export interface MediaReplaceOutput extends MediaAddOutput {
  /** Number of posts that were changed, or whose working copies were. */
  posts: number;
}

/** Uploads of files. */
export interface Uploads {
  media: {
    /**
     * Upload an image, video, audio or PDF file.
     *
     * The same bytes are stored once: the second upload returns the record of the first. Uploads have no time-out by
     * default.
     *
     * `POST /api/media/upload`
     */
    upload: (
      file: FileContent,
      input?: { name?: string | undefined; alt?: string | undefined },
      options?: CallOptions,
    ) => Promise<MediaAddOutput>;

    /**
     * Replace an uploaded file by another one of the same kind.
     *
     * The record keeps its id, and its name and alternative text unless others are given. The new file has its own URL;
     * posts, covers and working copies that use the old one are changed in one transaction, and the old URL redirects to
     * the new one.
     *
     * `POST /api/media/{id}/replace`
     */
    replace: (
      id: string,
      file: FileContent,
      input?: { name?: string | undefined; alt?: string | undefined },
      options?: CallOptions,
    ) => Promise<MediaReplaceOutput>;
  };
}
