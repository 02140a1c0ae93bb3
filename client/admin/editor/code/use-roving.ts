import { useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';

/** The props of a toolbar with one tab stop and arrow keys between its buttons (WAI-ARIA, "Toolbar Pattern"). */
interface Roving {
  bar: {
    ref: RefObject<HTMLDivElement | null>;
    onKeyDown: (event: KeyboardEvent) => void;
    onFocus: (event: FocusEvent) => void;
  };
  /** The `tabIndex` of a button. @param at its place among the buttons */
  tabIndex: (at: number) => 0 | -1;
}

/** Moves the focus among the buttons of a toolbar. */
export function useRoving(): Roving {
  const ref = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const buttons = () => [...(ref.current?.querySelectorAll('button') ?? [])];

  /** Menus of the toolbar are elsewhere in the page, but their events arrive here. */
  const placeOf = (target: EventTarget) => buttons().findIndex((button) => button === target);

  function onKeyDown(event: KeyboardEvent): void {
    const at = placeOf(event.target);
    const all = buttons();
    const forward = ref.current && getComputedStyle(ref.current).direction === 'rtl' ? -1 : 1;
    const steps: Record<string, number> = { ArrowRight: at + forward, ArrowLeft: at - forward, Home: 0, End: -1 };
    const next = steps[event.key];
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    all.at(next === all.length ? 0 : next)?.focus();
  }

  return {
    bar: {
      ref,
      onKeyDown,
      onFocus: ({ target }) => {
        const at = placeOf(target);
        if (at >= 0) setCurrent(at);
      },
    },
    tabIndex: (at) => (at === current ? 0 : -1),
  };
}
