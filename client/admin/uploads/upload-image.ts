import { urlInPosts } from '../media/markdown.ts';
import { addUploads, allUploads, removeUploads } from './queue.ts';
import { pastedName } from './transferred-files.ts';

/**
 * Uploads an image for a field; it takes the place of one that is on its way.
 *
 * @param owner of the upload
 * @param done called with its URL
 */
export function uploadImage(owner: string, image: File, done: (url: string) => void): void {
  const earlier = allUploads().filter((upload) => upload.owner === owner);
  removeUploads(earlier.map(({ id }) => id));
  addUploads([image], {
    owner,
    name: pastedName([image]),
    settled: (_, stored) => stored && done(urlInPosts(stored.media)),
  });
}
