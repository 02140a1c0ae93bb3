import { all } from './dom.ts';

/**
 * Pictures that nobody knows the size of stand in a frame, so that nothing moves when they come. Those that come while
 * they are still below the window, which are most, get their own shape before anybody sees them.
 */
export function unframePictures(): void {
  const unframe = (image: Element) => {
    if (image.getBoundingClientRect().top > innerHeight) image.classList.remove('unsized');
  };
  for (const image of all<HTMLImageElement>('img.unsized')) if (image.naturalWidth > 0) unframe(image);
  // A load is told to the picture alone, but on its way down it passes the document.
  document.addEventListener(
    'load',
    ({ target }) => {
      if (target instanceof HTMLImageElement && target.matches('.unsized')) unframe(target);
    },
    { capture: true },
  );
}
