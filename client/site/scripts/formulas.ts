import { formulaBudget } from '../../../shared/budgets.ts';

/** Converts TeX formulas to MathML; loads the large library with the first one. */
export async function showFormulas(text: DocumentFragment): Promise<void> {
  const formulas = text.querySelectorAll<HTMLElement>('code.language-math');
  if (formulas.length === 0) return;
  // If it cannot be loaded, formulas stay TeX.
  const library = await import('./mathml.ts').catch(() => null);
  if (!library) return;
  const fits = formulaBudget();
  for (const code of formulas) {
    const tex = code.textContent;
    const block = code.dataset['inline'] === undefined ? blockOf(code) : null;
    delete code.dataset['inline'];
    if (!fits(tex)) continue;
    const result = library.toMathml(tex, block !== null);
    if (typeof result === 'string') code.title = result;
    else (block ?? code).replaceWith(result);
  }
}

/** The code block, or the paragraph that contains only the formula; null for an inline formula. */
function blockOf(code: HTMLElement): HTMLElement | null {
  const parent = code.parentElement?.closest<HTMLElement>('pre, p');
  if (!parent || parent !== code.parentElement || parent.childElementCount > 1) return null;
  return parent.textContent.trim() === code.textContent.trim() ? parent : null;
}
