import { all, make, onClick } from './dom.ts';
import { translations } from './translations.ts';

/** Milliseconds for which a button says that the code was copied. */
const SHOWN = 2000;

/** Gives code blocks the name of their language and a button that copies them. */
export function offerCopies(): void {
  addTools(document);
  onClick('.code button', (button) => void copy(button));
}

/** The same for a text that is shown later. */
export function addTools(text: ParentNode): void {
  const { copy: label } = document.body.dataset;
  if (label === undefined) return;
  for (const code of all('.prose pre > code', text)) {
    const block = code.parentElement!;
    const [, language] = /(?:^|\s)language-(\S+)/.exec(code.className) ?? [];
    const name = language === undefined ? [] : [make('span', { translate: 'no' }, language)];
    const tools = make('p', { class: 'tools' }, ...name, make('button', { type: 'button' }, label));
    const box = make('div', { class: 'code' });
    block.replaceWith(box);
    box.append(block, tools);
  }
}

async function copy(button: HTMLElement): Promise<void> {
  const code = button.closest('.code')?.querySelector('code');
  if (!code) return;
  const { t } = await translations(button);
  try {
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = t('code.copied');
  } catch {
    // Without a clipboard, such as over plain HTTP, the code is selected to be copied by hand.
    getSelection()?.selectAllChildren(code);
    button.textContent = t('code.selected');
  }
  setTimeout(() => (button.textContent = t('code.copy')), SHOWN);
}
