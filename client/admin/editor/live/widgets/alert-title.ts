import { WidgetType, type EditorView } from '@codemirror/view';

import { alertKinds, type AlertKind } from '../../../../../shared/alerts.ts';
import { currentTranslations } from '../../../translations/translations.ts';

/** The title of an alert, in place of its mark: a choice of its kind. */
export class AlertTitle extends WidgetType {
  readonly #kind: AlertKind;

  constructor(kind: AlertKind) {
    super();
    this.#kind = kind;
  }

  override eq(other: AlertTitle): boolean {
    return this.#kind === other.#kind;
  }

  toDOM(view: EditorView): HTMLElement {
    const { live, pictures } = currentTranslations();
    const select = document.createElement('select');
    select.className = 'live-alert-title';
    select.setAttribute('aria-label', pictures.kind);
    select.append(...alertKinds.map((kind) => new Option(live.alerts[kind], kind, false, kind === this.#kind)));
    select.addEventListener('change', () => writeKind(view, view.posAtDOM(select), select.value));
    select.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      view.focus();
    });
    return select;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

/** Writes the kind into the mark that begins at a position. */
function writeKind(view: EditorView, at: number, kind: string): void {
  const [, mark] = /^\[!(\w+)\]/.exec(view.state.sliceDoc(at, at + 20)) ?? [];
  if (mark === undefined || view.state.readOnly) return;
  const insert = mark === mark.toLowerCase() ? kind : kind.toUpperCase();
  view.dispatch({ changes: { from: at + 2, to: at + 2 + mark.length, insert }, userEvent: 'input' });
}
