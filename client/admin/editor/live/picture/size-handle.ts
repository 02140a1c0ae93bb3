import { looks, type ImageLook } from '../../../../../shared/image-look.ts';
import { currentTranslations } from '../../../translations/translations.ts';

/** The sizes, the smallest first. */
const sizes: readonly (ImageLook | null)[] = [looks[0], null, looks[1], looks[2]];
/** How far the pointer moves from one size to the next, in CSS pixels. */
const STEP = 60;

/**
 * The handle at the corner of a picture that changes its size, by a drag or the arrow keys.
 *
 * @param change is called once for each drag or key
 */
export function sizeHandle(change: (look: ImageLook | null) => void): HTMLElement {
  const { live, pictures } = currentTranslations();
  const handle = document.createElement('div');
  handle.className = 'live-size';
  handle.tabIndex = 0;
  handle.setAttribute('role', 'slider');
  handle.setAttribute('aria-label', pictures.resize);
  handle.setAttribute('aria-valuemin', '0');
  handle.setAttribute('aria-valuemax', String(sizes.length - 1));
  const current = () => Number(handle.getAttribute('aria-valuenow'));
  const show = (at: number) => {
    const name = live.sizes[sizes[at] ?? 'normal'];
    handle.setAttribute('aria-valuenow', String(at));
    handle.setAttribute('aria-valuetext', name);
    handle.dataset['size'] = name;
  };
  const isMirrored = () => getComputedStyle(handle).direction === 'rtl';
  const choose = (at: number) => {
    show(at);
    change(sizes[at] ?? null);
  };
  handle.addEventListener('live-size', ({ detail }: CustomEventInit<ImageLook | null>) =>
    show(sizes.indexOf(detail ?? null)),
  );
  handle.addEventListener('keydown', (event) => {
    const forward = isMirrored() ? -1 : 1;
    const by = { ArrowRight: forward, ArrowLeft: -forward, ArrowUp: 1, ArrowDown: -1 }[event.key];
    const to = { Home: 0, End: sizes.length - 1 }[event.key] ?? (by === undefined ? undefined : within(current() + by));
    if (to === undefined) return;
    event.preventDefault();
    if (to !== current()) choose(to);
  });
  handle.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    handle.focus();
    handle.setPointerCapture(event.pointerId);
    const [start, first] = [event.clientX, current()];
    const move = ({ clientX }: PointerEvent) =>
      show(within(first + Math.round(((clientX - start) * (isMirrored() ? -1 : 1)) / STEP)));
    const end = ({ type }: PointerEvent) => {
      handle.removeEventListener('pointermove', move);
      handle.removeEventListener('pointerup', end);
      handle.removeEventListener('pointercancel', end);
      if (type === 'pointercancel') show(first);
      else if (current() !== first) choose(current());
    };
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', end);
    handle.addEventListener('pointercancel', end);
  });
  return handle;
}

function within(at: number): number {
  return Math.min(sizes.length - 1, Math.max(0, at));
}
