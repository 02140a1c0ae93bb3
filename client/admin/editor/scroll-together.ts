import type { Match } from './matching-blocks.ts';

/** The part of an element that scrolls its content. */
type Scroller = Pick<Element, 'scrollTop' | 'scrollHeight' | 'clientHeight'>;

/** Frames in which the editor may still measure lines that came into view, which moves what is below them. */
const MEASURING = 4;

interface Side {
  scroller: Scroller;
  /** Fires `scroll`. */
  events: EventTarget;
}

/**
 * Keeps two scrolled contents at the same place; the user may scroll either one.
 *
 * @param matches places that belong together, in pixels below the top of each content
 * @returns `follow`, after which the second is where the first is, and `end`
 */
export function scrollTogether(
  text: Side,
  page: Side,
  matches: () => readonly Match[],
): { follow: () => void; end: () => void } {
  const ends = new AbortController();
  /** Where a side was scrolled to by the other, which answers no event. */
  const moved = new Map<Scroller, number>();
  let frame = 0;

  function follow(from: Side, to: Side, isText: boolean, again = MEASURING): void {
    const places = matches().map((match) => (isText ? [match.text, match.page] : [match.page, match.text]));
    const bottoms = [from.scroller.scrollHeight, to.scroller.scrollHeight];
    const target = between([[0, 0], ...places, bottoms], topLine(from.scroller));
    const { scrollHeight, clientHeight } = to.scroller;
    to.scroller.scrollTop = (target * (scrollHeight - clientHeight)) / scrollHeight;
    moved.set(to.scroller, to.scroller.scrollTop);
    if (again > 0) frame = requestAnimationFrame(() => follow(from, to, isText, again - 1));
  }

  function listen(from: Side, to: Side, isText: boolean): void {
    const scrolled = () => {
      const { scrollTop } = from.scroller;
      if (Math.abs((moved.get(from.scroller) ?? -1) - scrollTop) < 1) return;
      moved.delete(from.scroller);
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => follow(from, to, isText));
    };
    from.events.addEventListener('scroll', scrolled, { passive: true, signal: ends.signal });
  }

  listen(text, page, true);
  listen(page, text, false);
  return {
    follow: () => follow(text, page, true),
    end() {
      cancelAnimationFrame(frame);
      ends.abort();
    },
  };
}

/**
 * The line of the content that counts: at the beginning its first, at the end its last, and otherwise in proportion.
 */
function topLine({ scrollTop, scrollHeight, clientHeight }: Scroller): number {
  return scrollHeight <= clientHeight ? 0 : (scrollTop * scrollHeight) / (scrollHeight - clientHeight);
}

/** The value for a place, in proportion between those of its neighbours. */
function between(places: readonly (readonly number[])[], at: number): number {
  const next = places.findIndex(([from = 0], index) => index > 0 && from >= at);
  const [fromEnd = 0, toEnd = 0] = places.at(next) ?? [];
  const [fromStart = 0, toStart = 0] = places.at(next < 0 ? -2 : next - 1) ?? [];
  return fromEnd === fromStart ? toEnd : toStart + ((at - fromStart) / (fromEnd - fromStart)) * (toEnd - toStart);
}
