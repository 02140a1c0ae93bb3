import type { EditorView } from '@codemirror/view';

import { joinPicture, movePicture, findStart, type ShownPictures } from './change-pictures.ts';
import { readPictures } from './read-pictures.ts';

/** How far the pointer moves before a click is a drag, in CSS pixels. */
const DRAG_AFTER = 4;

/** A picture under the pointer, and which half of it. */
interface Target {
  shown: ShownPictures;
  at: number;
  image: Element;
  isAfter: boolean;
}

/**
 * A picture can be dragged to another place of its gallery, and onto a picture of another block; both are one gallery then.
 * A click shows its Markdown and its tools.
 *
 * @param sourceOf what an element of pictures shows now
 */
export function dragPictures(
  place: HTMLElement,
  view: EditorView,
  sourceOf: (place: HTMLElement) => string | undefined,
): void {
  place.addEventListener('pointerdown', (event) => {
    const image = imageIn(event.target);
    const dragged = image && pictureOf(image, sourceOf);
    if (!dragged || event.button !== 0) return;
    const { clientX, clientY } = event;
    let isDrag = false;
    let target: Target | null = null;
    const move = ({ clientX: x, clientY: y }: PointerEvent) => {
      isDrag ||= Math.hypot(x - clientX, y - clientY) > DRAG_AFTER;
      if (!isDrag) return;
      image.classList.add('live-dragged');
      unmark(target);
      target = targetAt(x, y, image, sourceOf);
      target?.image.classList.add(target.isAfter ? 'live-drop-after' : 'live-drop-before');
    };
    const end = ({ type }: Event) => {
      image.classList.remove('live-dragged');
      unmark(target);
      for (const name of ['pointerup', 'pointercancel', 'keydown']) window.removeEventListener(name, stop);
      window.removeEventListener('pointermove', move);
      if (type !== 'pointerup') return;
      if (!isDrag) open(view, dragged);
      else if (target) drop(view, dragged, target);
    };
    const stop = (ended: Event) => {
      if (!(ended instanceof KeyboardEvent) || ended.key === 'Escape') end(ended);
    };
    window.addEventListener('pointermove', move);
    for (const name of ['pointerup', 'pointercancel', 'keydown']) window.addEventListener(name, stop);
  });
}

/** Whether an event is on a picture that can be dragged, so that it selects no text. */
export function isOnPicture({ target, type }: Event): boolean {
  return type === 'mousedown' && imageIn(target) !== null;
}

function imageIn(target: EventTarget | null): HTMLElement | null {
  return target instanceof HTMLElement && target.matches('.live-pictures img') ? target : null;
}

type SourceOf = (place: HTMLElement) => string | undefined;

/** Where a shown image stands in its Markdown; null where the site shows other elements, such as videos. */
function pictureOf(image: Element, sourceOf: SourceOf): { shown: ShownPictures; at: number } | null {
  const place = image.closest<HTMLElement>('.live-pictures');
  const source = place && sourceOf(place);
  if (!place || source === undefined || source === null) return null;
  const images = [...place.querySelectorAll('img')];
  if (images.length !== readPictures(source).length) return null;
  return { shown: { place, source }, at: images.indexOf(image as HTMLImageElement) };
}

function targetAt(x: number, y: number, dragged: Element, sourceOf: SourceOf): Target | null {
  const image = imageIn(document.elementFromPoint(x, y));
  const found = image && image !== dragged ? pictureOf(image, sourceOf) : null;
  if (!image || !found) return null;
  const { left, width } = image.getBoundingClientRect();
  const isRight = x > left + width / 2;
  return { ...found, image, isAfter: isRight !== (getComputedStyle(image).direction === 'rtl') };
}

function unmark(target: Target | null): void {
  target?.image.classList.remove('live-drop-after', 'live-drop-before');
}

function open(view: EditorView, { shown, at }: { shown: ShownPictures; at: number }): void {
  const start = findStart(view, shown);
  const picture = readPictures(shown.source)[at];
  if (start === null || !picture) return;
  view.dispatch({ selection: { anchor: start + picture.from }, userEvent: 'select' });
  view.focus();
}

function drop(view: EditorView, { shown, at }: { shown: ShownPictures; at: number }, target: Target): void {
  if (target.shown.place !== shown.place) {
    joinPicture(view, [shown, at], [target.shown, target.at], target.isAfter);
    return;
  }
  const to = target.at + (target.isAfter ? 1 : 0);
  movePicture(view, shown, at, to > at ? to - 1 : to);
}
