import { WidgetType } from '@codemirror/view';

/** A horizontal rule as the site shows it. */
export class Rule extends WidgetType {
  override eq(): boolean {
    return true;
  }

  toDOM(): HTMLElement {
    const rule = document.createElement('span');
    rule.className = 'live-rule';
    rule.setAttribute('role', 'separator');
    return rule;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}
