import { useRef, type ComponentProps, type PointerEvent, type RefObject } from 'react';

/**
 * Reorders the rows of a list by dragging, with a mouse, a pen or a finger.
 *
 * @param list its element, whose children are the rows
 * @param move moves the row that is dragged; called whenever it passes the middle of another
 * @returns the properties of the grip of a row
 */
export function useReorder(list: RefObject<HTMLElement | null>, move: (from: number, to: number) => void) {
  const dragged = useRef<number | null>(null);

  function drag({ clientY }: PointerEvent): void {
    const from = dragged.current;
    const rows = [...(list.current?.children ?? [])];
    if (from === null) return;
    const middle = (row: Element) => row.getBoundingClientRect().top + row.getBoundingClientRect().height / 2;
    const below = rows.findLastIndex((row, at) => at > from && clientY > middle(row));
    const target = below === -1 ? rows.findIndex((row, at) => at < from && clientY < middle(row)) : below;
    if (target === -1) return;
    dragged.current = target;
    move(from, target);
  }

  const drop = () => (dragged.current = null);
  return (at: number): ComponentProps<'span'> => ({
    onPointerDown({ button, currentTarget, pointerId }) {
      if (button !== 0) return;
      currentTarget.setPointerCapture(pointerId);
      dragged.current = at;
    },
    onPointerMove: drag,
    onPointerUp: drop,
    onPointerCancel: drop,
  });
}
