import { WidgetType, type EditorView } from '@codemirror/view';

import { currentTranslations } from '../../../translations/translations.ts';
import { showDirection } from '../blocks/block-direction.ts';
import { noteTable } from './shown-table.ts';
import { fillTable, tableElement } from './table-dom.ts';
import { listenToTable } from './table-keys.ts';
import { readTable, type Table } from './read-table.ts';
import { tableTools } from './table-tools.ts';

/** A table whose cells are edited in their place. */
export class TableWidget extends WidgetType {
  readonly source: string;
  #table: Table | undefined;

  constructor(source: string) {
    super();
    this.source = source;
  }

  get table(): Table {
    return (this.#table ??= readTable(this.source));
  }

  override eq(other: TableWidget): boolean {
    return this.source === other.source;
  }

  override get estimatedHeight(): number {
    return (this.table.body.length + 1) * 42 + 20;
  }

  toDOM(view: EditorView): HTMLElement {
    const place = document.createElement('div');
    place.className = 'live-block live-table';
    place.setAttribute('role', 'group');
    place.setAttribute('aria-label', currentTranslations().live.table);
    const scroll = document.createElement('div');
    scroll.className = 'scroll';
    scroll.tabIndex = 0;
    scroll.append(document.createElement('table'));
    const prose = document.createElement('div');
    prose.className = 'prose';
    prose.append(scroll);
    const site = document.createElement('div');
    site.className = 'live-site';
    site.append(prose);
    place.append(tableTools(place, view), site);
    this.#show(place);
    listenToTable(place, view);
    return place;
  }

  /** The cell with the focus stays the same element, so that typing goes on in it. */
  override updateDOM(place: HTMLElement, _view: EditorView, from: WidgetType): boolean {
    if (!(from instanceof TableWidget)) return false;
    this.#show(place);
    return true;
  }

  #show(place: HTMLElement): void {
    const table = tableElement(place);
    noteTable(place, this);
    fillTable(table, this.source, this.table);
    showDirection(place, table);
  }

  override ignoreEvent(): boolean {
    return true;
  }
}
