import { urlInPosts } from '../media/markdown.ts';
import { addUploads, allUploads, removeUploads } from '../uploads/queue.ts';
import { pastedName } from '../uploads/transferred-files.ts';
import type { EditorDocument } from './document.ts';

/** The owner of the upload of a cover. */
export const coverOwner = ({ key }: EditorDocument) => `${key} cover`;

/** Uploads an image and makes it the cover; it takes the place of one that is on its way. */
export function uploadCover(document: EditorDocument, image: File): void {
  const owner = coverOwner(document);
  const earlier = allUploads().filter((upload) => upload.owner === owner);
  removeUploads(earlier.map(({ id }) => id));
  addUploads([image], {
    owner,
    name: pastedName([image]),
    settled: (_, stored) => stored && document.change({ cover: urlInPosts(stored.media) }),
  });
}
