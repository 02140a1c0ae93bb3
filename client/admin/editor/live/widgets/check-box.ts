import { WidgetType, type EditorView } from '@codemirror/view';

import { currentTranslations } from '../../../translations/translations.ts';

/** The box of a task, to tick. */
export class CheckBox extends WidgetType {
  readonly #isChecked: boolean;

  constructor(isChecked: boolean) {
    super();
    this.#isChecked = isChecked;
  }

  override eq(other: CheckBox): boolean {
    return this.#isChecked === other.#isChecked;
  }

  toDOM(view: EditorView): HTMLElement {
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.className = 'live-box';
    box.checked = this.#isChecked;
    box.setAttribute('aria-label', currentTranslations().live.done);
    box.addEventListener('mousedown', (event) => event.preventDefault());
    box.addEventListener('click', (event) => {
      event.preventDefault();
      tick(view, view.posAtDOM(box));
    });
    return box;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

/** Ticks the task whose box begins at a position, or takes the tick away. */
function tick(view: EditorView, at: number): void {
  const [box] = /^\[[ xX]\]/.exec(view.state.sliceDoc(at, at + 3)) ?? [];
  if (box === undefined || view.state.readOnly) return;
  const insert = box === '[ ]' ? 'x' : ' ';
  view.dispatch({ changes: { from: at + 1, to: at + 2, insert }, userEvent: 'input' });
}
