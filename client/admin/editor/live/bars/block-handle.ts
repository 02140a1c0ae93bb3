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
      const top = block && this.#heightOf(block.from);
      if (!block || top === null) return;
      this.#block = block;
      this.#button.hidden = false;
      this.#button.style.top = `${top}px`;
    };

    #blockAtHeight(y: number): MovableBlock | null {
      const at = this.#positionAt(y);
      return at === null ? null : findMovable(this.#view.state, at);
    }

    #positionAt(y: number): number | null {
      const { left } = this.#view.contentDOM.getBoundingClientRect();
      return this.#view.posAtCoords({ x: left + 40, y }, false);
    }

    #heightOf(at: number): number | null {
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
      const end = () => {
        this.#line.hidden = true;
        window.removeEventListener('pointermove', move);
        window.removeEventListener('pointercancel', end);
        window.removeEventListener('pointerup', end);
        if (!isDrag) openBlockMenu(this.#view, block, this.#button);
        else if (target !== null) moveBlockTo(this.#view, block, target);
      };
      window.addEventListener('pointermove', move);
      window.addEventListener('pointercancel', end);
      window.addEventListener('pointerup', end);
    }

    /** Shows where the block would go: before one of its neighbours, or to the end. */
    #showTarget(block: MovableBlock, y: number): number | null {
      const { state } = this.#view;
      const at = this.#positionAt(y);
      const others = findSiblings(state, block.from);
      const next = at === null ? undefined : others.find(({ to }) => at <= to);
      const target = next?.from ?? others.at(-1)?.to ?? null;
      if (target === null) return null;
      const height = this.#heightOf(target);
      const below = next ? 0 : this.#view.lineBlockAt(target).height;
      this.#line.hidden = false;
      this.#line.style.top = `${(height ?? 0) + below}px`;
      return target;
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
