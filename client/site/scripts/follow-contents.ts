import { all } from './dom.ts';

/** As in post.css: the table of contents stands beside the text. */
const WIDE = '(min-width: 75rem)';

/** Opens the table of contents where it stands beside the text, and marks the part that is being read. */
export function followContents(): void {
  const contents = document.querySelector<HTMLDetailsElement>('.post > .toc');
  if (!contents) return;
  const wide = matchMedia(WIDE);
  const open = () => (contents.open = wide.matches);
  if (wide.matches) open();
  wide.addEventListener('change', open);

  const links = all<HTMLAnchorElement>('a', contents);
  const headings = links.flatMap((link) => document.getElementById(targetId(link)) ?? []);
  const mark = () => {
    const reading = headings.findLast((heading) => heading.getBoundingClientRect().top <= innerHeight / 4);
    for (const link of links) {
      if (targetId(link) === reading?.id) link.setAttribute('aria-current', 'location');
      else link.removeAttribute('aria-current');
    }
  };
  // Whenever a heading passes the upper quarter of the window.
  const watch = new IntersectionObserver(mark, { rootMargin: '0px 0px -75%' });
  for (const heading of headings) watch.observe(heading);
}

/** The heading of a link, as it is written: decoding would fail for an id such as `100%`. */
function targetId(link: HTMLAnchorElement): string {
  return link.getAttribute('href')?.slice(1) ?? '';
}
