import { all, make, onClick } from './dom.ts';
import { translations, type Translations } from './translations.ts';

const LINKS = '.prose a.enlarge';

/** Shows images large in a dialog; without it, their links lead to the files. */
export function enlargeImages(): void {
  onClick(LINKS, (link, event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open(all<HTMLAnchorElement>(LINKS), link as HTMLAnchorElement);
  });
}

/** Opens the dialog; the arrow keys go through all images of the page. */
function open(links: readonly HTMLAnchorElement[], first: HTMLAnchorElement): void {
  const position = make('p', { role: 'status' });
  const figure = make('figure');
  const [close, previous, next] = ['close', 'previous', 'next'].map((name) =>
    make('button', { type: 'button', class: name }),
  );
  const dialog = make('dialog', { class: 'lightbox' }, position, close!, figure);
  if (links.length > 1) dialog.append(previous!, next!);
  let at = links.indexOf(first);
  let texts: Translations | undefined;

  const tell = () => {
    position.textContent = texts?.t('image.position', { number: at + 1, total: links.length }) ?? '';
    dialog.ariaLabel = position.textContent;
  };
  const show = (step: number) => {
    at = (at + step + links.length) % links.length;
    figure.replaceChildren(...enlarged(links[at]!));
    tell();
  };
  previous!.addEventListener('click', () => show(-1));
  next!.addEventListener('click', () => show(1));
  dialog.addEventListener('click', ({ target }) => {
    if (target instanceof Element && !target.matches('.previous, .next, figcaption')) dialog.close();
  });
  dialog.addEventListener('keydown', ({ key }) => {
    if (links.length === 1 || !/^Arrow(?:Left|Right)$/.test(key)) return;
    show((key === 'ArrowRight') === (getComputedStyle(dialog).direction === 'ltr') ? 1 : -1);
  });
  // The page behind it does not move.
  dialog.addEventListener('wheel', (event) => event.preventDefault(), { passive: false });
  dialog.addEventListener('close', () => {
    dialog.remove();
    links[at]!.focus();
  });

  show(0);
  document.body.append(dialog);
  dialog.showModal();
  void translations().then((loaded) => {
    texts = loaded;
    close!.ariaLabel = loaded.t('image.close');
    previous!.ariaLabel = loaded.t('image.previous');
    next!.ariaLabel = loaded.t('image.next');
    tell();
  });
}

/** The image of a link with its caption, or its alternative text in place of one. */
function enlarged(link: HTMLAnchorElement): Node[] {
  const small = link.querySelector('img');
  const { srcset = '', alt = '' } = small ?? {};
  const image = make('img', { alt, decoding: 'async' });
  // A link to another file has no smaller versions.
  if (srcset !== '' && link.href === small?.src) {
    image.sizes = sizesOf(small, srcset);
    image.srcset = srcset;
  }
  image.src = link.href;
  const caption = link.closest('figure')?.querySelector('figcaption')?.textContent.trim() || alt;
  return caption === '' ? [image] : [image, make('figcaption', {}, caption)];
}

/** The width of an image that fills the window, but is not larger than itself. */
function sizesOf({ width, height }: HTMLImageElement, srcset: string): string {
  const widest = /(?<!\d)(\d+)w$/.exec(srcset)?.[1] ?? '0';
  const ofHeight = height > 0 ? `, ${((100 * width) / height).toFixed(1)}vh` : '';
  return `min(100vw${ofHeight}, ${widest}px)`;
}
