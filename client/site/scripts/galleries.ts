import { shareClasses, sharesInRows } from '../../../shared/gallery-rows.ts';

/** Gives the images of each gallery whose sizes are all known their places in rows of one height, as the server does. */
export function justifyGalleries(text: DocumentFragment): void {
  for (const gallery of text.querySelectorAll('.gallery')) {
    const images = [...gallery.querySelectorAll('img')];
    const ratios = images.map((image) => Number(image.getAttribute('width')) / Number(image.getAttribute('height')));
    if (!ratios.every((ratio) => ratio > 0 && Number.isFinite(ratio))) continue;
    const shares = sharesInRows(ratios);
    for (const [at, image] of images.entries()) image.classList.add(...shareClasses(shares[at]!).split(' '));
  }
}
