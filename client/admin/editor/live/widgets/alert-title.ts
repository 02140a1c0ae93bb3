import { WidgetType } from '@codemirror/view';

import type { AlertKind } from '../../../../../shared/alerts.ts';
import { currentTranslations } from '../../../translations/translations.ts';

/** The title of an alert, in place of its mark. */
export class AlertTitle extends WidgetType {
  readonly #kind: AlertKind;

  constructor(kind: AlertKind) {
    super();
    this.#kind = kind;
  }

  override eq(other: AlertTitle): boolean {
    return this.#kind === other.#kind;
  }

  toDOM(): HTMLElement {
    const title = document.createElement('span');
    title.className = 'live-alert-title';
    title.textContent = currentTranslations().live.alerts[this.#kind];
    return title;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}
