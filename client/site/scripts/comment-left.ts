import { commentLengths } from '../../../shared/lengths.ts';
import type { TextFields } from './comment-fields.ts';
import { translations } from './translations.ts';

/** Below this, the number of remaining characters is shown. */
const FEW = 200;

/** Shows the number of remaining characters while typing. Excess text is not cut, so the author decides what to cut. */
export function countLeft({ form, content, left }: TextFields): void {
  left.id ||= `left-${form.id}`;
  const update = () => void show(content, left);
  content.addEventListener('input', update);
  // For text that the browser restored or a script set.
  content.addEventListener('change', update);
  update();
}

/** The number of excess characters, or 0. */
export function countExcess(content: HTMLTextAreaElement): number {
  return Math.max(0, -leftIn(content));
}

async function show(content: HTMLTextAreaElement, left: HTMLElement): Promise<void> {
  left.hidden = leftIn(content) >= FEW;
  mark(content, left);
  if (left.hidden) return;
  const { t } = await translations(left);
  const count = leftIn(content);
  left.textContent = t(count < 0 ? 'form.tooLong' : 'form.left', { count: Math.abs(count) });
  left.classList.toggle('problem', count < 0);
}

/** Sets or removes the error state, unless the field has another error. */
function mark(content: HTMLTextAreaElement, left: HTMLElement): void {
  if (countExcess(content) > 0) {
    content.setAttribute('aria-invalid', 'true');
    content.setAttribute('aria-describedby', left.id);
  } else if (content.getAttribute('aria-describedby') === left.id) {
    content.removeAttribute('aria-invalid');
    content.removeAttribute('aria-describedby');
  }
}

/** Counts trimmed code points, as the service does. */
function leftIn({ value, dataset }: HTMLTextAreaElement): number {
  return Number(dataset['most'] ?? commentLengths.content) - [...value.trim().normalize()].length;
}
