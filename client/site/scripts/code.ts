import { codeBudget } from '../../../shared/budgets.ts';
import { codeLanguages } from './code-languages.ts';

/** Highlights code blocks in known languages; loads the large library with the first one. */
export async function highlight(text: DocumentFragment): Promise<void> {
  const blocks = [...text.querySelectorAll<HTMLElement>('pre > code[class]')].filter(isKnown);
  if (blocks.length === 0) return;
  // If it cannot be loaded, code stays plain.
  const library = await import('./highlighted.ts').catch(() => null);
  if (!library) return;
  const fits = codeBudget();
  for (const code of blocks) {
    const { textContent } = code;
    if (fits(textContent)) code.replaceChildren(library.highlightCode(textContent, languageOf(code)));
  }
}

function isKnown(code: HTMLElement): boolean {
  return code.childElementCount === 0 && code.textContent !== '' && codeLanguages.has(languageOf(code));
}

function languageOf(code: HTMLElement): string {
  return code.className.slice('language-'.length);
}
