import { all } from './dom.ts';

/**
 * Images of unknown size have a frame while they load. It ends when an image is there; one that has failed leaves only
 * its alternative text, which links to nothing large.
 */
export function unframeImages(): void {
  for (const image of all<HTMLImageElement>('img.picture, img.cover')) {
    if (image.complete) settle(image, image.naturalWidth === 0);
  }
  // These events do not bubble, but the document sees them in the capture phase.
  for (const event of ['load', 'error']) {
    document.addEventListener(
      event,
      ({ target }) => {
        if (target instanceof HTMLImageElement) settle(target, event === 'error');
      },
      { capture: true },
    );
  }
}

function settle(image: HTMLImageElement, hasFailed: boolean): void {
  image.classList.remove('unsized');
  if (!hasFailed) return;
  image.classList.add('missing');
  image.closest('a.enlarge')?.replaceWith(image);
}
