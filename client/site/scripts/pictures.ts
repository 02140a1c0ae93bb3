import { sizeIn } from '../../../shared/image-size.ts';

/** Gives the pictures of a text the size that their address says, as the server does (server/render/plugins/images.ts). */
export function sizePictures(text: DocumentFragment): void {
  for (const image of text.querySelectorAll('img')) {
    const { url, size } = sizeIn(image.getAttribute('src') ?? '');
    if (size && !image.hasAttribute('width') && !image.hasAttribute('height')) Object.assign(image, size);
    if (size) image.setAttribute('src', url);
    if (!isAlone(image)) continue;
    const isSized = image.hasAttribute('width') && image.hasAttribute('height');
    image.className = isSized ? 'picture' : 'picture unsized';
  }
}

/** Whether it is all that a paragraph holds, by itself or as a link. */
function isAlone(image: HTMLImageElement): boolean {
  const paragraph = image.closest('p, figure');
  const isOnly = paragraph?.textContent.trim() === '' && paragraph.querySelectorAll('img').length === 1;
  return isOnly && !image.closest('table, div');
}
