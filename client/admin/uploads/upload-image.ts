import { urlInPosts } from './markdown.ts';
import { notifyProblem } from '../ui/notify.ts';
import { addUploads, allUploads, removeUploads } from './queue.ts';
import { findPastedName } from './transferred-files.ts';

/**
 * Uploads the first image among files, for a field.
 *
 * @param owner of the upload
 * @param wrongKind the message if none is an image
 * @param done called with its URL
 */
export function uploadFirstImage(owner: string, files: File[], wrongKind: string, done: (url: string) => void): void {
  const image = files.find(({ type }) => type.startsWith('image/'));
  if (image) uploadImage(owner, image, done);
  else if (files.length > 0) notifyProblem(wrongKind);
}

/**
 * Uploads an image for a field; it replaces one that is being uploaded.
 *
 * @param owner of the upload
 * @param done called with its URL
 */
function uploadImage(owner: string, image: File, done: (url: string) => void): void {
  const earlier = allUploads().filter((upload) => upload.owner === owner);
  removeUploads(earlier.map(({ id }) => id));
  addUploads([image], {
    owner,
    name: findPastedName([image]),
    settled: (_, stored) => stored && done(urlInPosts(stored.media)),
  });
}
