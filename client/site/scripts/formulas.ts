import { formulaBudget } from '../../../shared/budgets.ts';

/** Shows formulas in TeX as MathML; the large library for it comes with the first of them. */
export async function showFormulas(text: DocumentFragment): Promise<void> {
  const formulas = text.querySelectorAll<HTMLElement>('code.language-math');
  if (formulas.length === 0) return;
  // Without it, a formula is shown as it is written.
  const library = await import('./mathml.ts').catch(() => null);
  if (!library) return;
  const fits = formulaBudget();
  for (const code of formulas) {
    const tex = code.textContent;
    if (!fits(tex)) continue;
    const block = blockOf(code);
    const result = library.toMathml(tex, block !== null);
    if (typeof result === 'string') code.title = result;
    else (block ?? code).replaceWith(result);
  }
}

/** The block of code or the paragraph that holds nothing else; null when it is a part of a line. */
function blockOf(code: HTMLElement): HTMLElement | null {
  const parent = code.parentElement?.closest<HTMLElement>('pre, p');
  if (!parent || parent !== code.parentElement || parent.childElementCount > 1) return null;
  return parent.textContent.trim() === code.textContent.trim() ? parent : null;
}
