import { Prec, type Extension } from '@codemirror/state';
import { keymap, ViewPlugin, type EditorView } from '@codemirror/view';

import { currentTranslations } from '../../../translations/translations.ts';
import {
  findMovable,
  moveBlockDown,
  moveBlockTo,
  moveBlockUp,
  findSiblings,
  type MovableBlock,
} from '../blocks/move-block.ts';
import { openBlockMenu } from './block-menu.ts';

/** How far the pointer moves before a click is a drag, in CSS pixels. */
const DRAG_AFTER = 4;
/** What ends a drag; only the first moves the block. */
const endings = ['pointerup', 'pointercancel', 'keydown'];

/** A handle beside the block under the pointer: a click opens its menu, a drag moves it. */
const handle = ViewPlugin.fromClass(
  class {
    readonly #view: EditorView;
    readonly #button = document.createElement('button');
    readonly #line = document.createElement('div');
    #block: MovableBlock | null = null;

    constructor(view: EditorView) {
      this.#view = view;
      this.#button.type = 'button';
      this.#button.className = 'live-handle';
      this.#button.tabIndex = -1;
      this.#button.hidden = true;
      this.#button.textContent = '⠿';
      this.#button.setAttribute('aria-label', currentTranslations().live.handle);
      this.#line.className = 'live-drop-line';
      this.#line.hidden = true;
      this.#button.addEventListener('pointerdown', (event) => this.#drag(event));
      view.dom.append(this.#button, this.#line);
      view.dom.addEventListener('mousemove', this.#follow);
      view.dom.addEventListener('mouseleave', this.#hide);
    }

    update({ docChanged }: { docChanged: boolean }): void {
      if (docChanged) this.#hide();
    }

    destroy(): void {
      this.#view.dom.removeEventListener('mousemove', this.#follow);
      this.#view.dom.removeEventListener('mouseleave', this.#hide);
      this.#button.remove();
      this.#line.remove();
    }

    readonly #hide = (): void => {
      this.#button.hidden = true;
    };

    readonly #follow = ({ clientY, buttons }: MouseEvent): void => {
      const block = buttons === 0 ? this.#blockAtHeight(clientY) : null;
      if (!block) return;
      this.#block = block;
      this.#button.hidden = false;
      this.#button.style.top = `${this.#heightOf(block.from)}px`;
    };

    #blockAtHeight(y: number): MovableBlock | null {
      const { left } = this.#view.contentDOM.getBoundingClientRect();
      return findMovable(this.#view.state, this.#view.posAtCoords({ x: left + 40, y }, false));
    }

    #heightOf(at: number): number {
      const { top } = this.#view.lineBlockAt(at);
      return this.#view.documentTop + top - this.#view.dom.getBoundingClientRect().top;
    }

    #drag(event: PointerEvent): void {
      event.preventDefault();
      const block = this.#block;
      if (!block) return;
      const start = event.clientY;
      let target: number | null = null;
      let isDrag = false;
      const move = ({ clientY }: PointerEvent) => {
        isDrag ||= Math.abs(clientY - start) > DRAG_AFTER;
        if (isDrag) target = this.#showTarget(block, clientY);
      };
      const end = (event: Event) => {
        if (event instanceof KeyboardEvent && event.key !== 'Escape') return;
        this.#line.hidden = true;
        window.removeEventListener('pointermove', move);
        for (const name of endings) window.removeEventListener(name, end);
        if (event.type !== 'pointerup') return;
        if (!isDrag) openBlockMenu(this.#view, block, this.#button);
        else moveBlockTo(this.#view, block, target);
      };
      window.addEventListener('pointermove', move);
      for (const name of endings) window.addEventListener(name, end);
    }

    /** Shows where the block would go. @returns where the neighbour begins before which that is; null behind the last */
    #showTarget(block: MovableBlock, y: number): number | null {
      const view = this.#view;
      const others = findSiblings(view.state, block.from);
      const middleOf = ({ from, to }: MovableBlock) => (view.lineBlockAt(from).top + view.lineBlockAt(to).bottom) / 2;
      const next = others.find((one) => y - view.documentTop < middleOf(one));
      const end = others.at(-1)?.to ?? block.to;
      this.#line.hidden = false;
      this.#line.style.top = `${this.#heightOf(next?.from ?? end) + (next ? 0 : view.lineBlockAt(end).height)}px`;
      return next?.from ?? null;
    }
  },
);

export const blockHandles: Extension = [
  handle,
  Prec.high(
    keymap.of([
      { key: 'Alt-ArrowUp', run: moveBlockUp },
      { key: 'Alt-ArrowDown', run: moveBlockDown },
      {
        key: 'Mod-Alt-b',
        preventDefault: true,
        run: (view) => {
          const block = findMovable(view.state, view.state.selection.main.head);
          const { node } = view.domAtPos(view.state.selection.main.head);
          const beside = node instanceof Element ? node : node.parentElement;
          if (block && beside) openBlockMenu(view, block, beside);
          return true;
        },
      },
    ]),
  ),
];
