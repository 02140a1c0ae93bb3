import { commentLengths } from '../../../shared/lengths.ts';
import type { TextFields } from './comment-fields.ts';
import { translations } from './translations.ts';

/** Below this, the number of remaining characters is shown. */
const FEW = 200;

/** Counts while somebody writes. Nothing is cut: a text that is too long can be shortened where its writer wants. */
export function countLeft({ form, content, left }: TextFields): void {
  left.id ||= `left-${form.id}`;
  const update = () => void show(content, left);
  content.addEventListener('input', update);
  // Texts that were there before, or that a script put in.
  content.addEventListener('change', update);
  update();
}

/** How many characters the text is too long; 0 when it is not. */
export function excessOf(content: HTMLTextAreaElement): number {
  return Math.max(0, -leftIn(content));
}

async function show(content: HTMLTextAreaElement, left: HTMLElement): Promise<void> {
  left.hidden = leftIn(content) >= FEW;
  mark(content, left);
  if (left.hidden) return;
  const { t } = await translations();
  const count = leftIn(content);
  left.textContent = t(count < 0 ? 'form.tooLong' : 'form.left', { count: Math.abs(count) });
  left.classList.toggle('problem', count < 0);
}

/** Leaves alone what is said about the field for other reasons. */
function mark(content: HTMLTextAreaElement, left: HTMLElement): void {
  if (excessOf(content) > 0) {
    content.setAttribute('aria-invalid', 'true');
    content.setAttribute('aria-describedby', left.id);
  } else if (content.getAttribute('aria-describedby') === left.id) {
    content.removeAttribute('aria-invalid');
    content.removeAttribute('aria-describedby');
  }
}

/** Counts as the service does: trimmed code points. */
function leftIn({ value, dataset }: HTMLTextAreaElement): number {
  return Number(dataset['most'] ?? commentLengths.content) - [...value.trim().normalize()].length;
}
