import type { SharedPicture } from '../pages/covers.ts';
import { xml } from './xml.ts';

/** The namespace of `media:content`. */
export const MEDIA_RSS = 'http://search.yahoo.com/mrss/';

/** The cover of an item as Media RSS; readers show it beside the title. */
export function mediaContent({ url, mime, bytes, width, height }: SharedPicture) {
  if (url === '') return false;
  const type = mime !== undefined && xml` type="${mime}"`;
  const length = bytes !== undefined && xml` fileSize="${bytes}"`;
  const size = width !== undefined && height !== undefined && xml` width="${width}" height="${height}"`;
  return xml`<media:content url="${url}" medium="image"${type}${length}${size}/>\n`;
}

/** The cover as the enclosure of RSS, which needs a type; 0 stands for a length that is not known. */
export function enclosure({ url, mime, bytes = 0 }: SharedPicture) {
  return url !== '' && mime !== undefined && xml`<enclosure url="${url}" length="${bytes}" type="${mime}"/>\n`;
}

/** The cover as the enclosure of Atom. */
export function enclosureLink({ url, mime, bytes }: SharedPicture) {
  if (url === '') return false;
  const type = mime !== undefined && xml` type="${mime}"`;
  const length = bytes !== undefined && xml` length="${bytes}"`;
  return xml`<link rel="enclosure" href="${url}"${type}${length}/>\n`;
}
