import { computePosition, flip, offset, shift } from '@floating-ui/dom';
import type { EditorView } from '@codemirror/view';

import { currentTranslations } from '../../../translations/translations.ts';
import { toolLabel } from '../../markdown/tools.ts';
import { canTurn, deleteBlock, duplicateBlock, targets, turnInto, type Target } from '../blocks/change-block.ts';
import { moveBlockDown, moveBlockUp, type MovableBlock } from '../blocks/move-block.ts';
import { toggleBlockSource } from '../source-blocks.ts';

interface Item {
  label: string;
  run: () => void;
}

/** Opens the menu of a block. The arrow keys move in it, Enter chooses, Escape closes it. */
export function openBlockMenu(view: EditorView, block: MovableBlock, beside: Element): void {
  const { live } = currentTranslations();
  const menu = document.createElement('div');
  menu.className = 'live-menu';
  menu.setAttribute('role', 'menu');
  menu.setAttribute('aria-label', live.handle);
  const close = (hasFocus: boolean) => {
    window.removeEventListener('pointerdown', leave, true);
    menu.remove();
    if (hasFocus) view.focus();
  };
  const leave = ({ target }: Event) => {
    if (!(target instanceof Node) || !menu.contains(target)) close(false);
  };
  menu.append(...groupsFor(view, block).map((group) => groupOf(group, () => close(true))));
  menu.addEventListener('keydown', (event) => {
    const items = [...menu.querySelectorAll('button')];
    const at = items.indexOf(document.activeElement as HTMLButtonElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === 'Escape' || event.key === 'Tab') close(true);
    else if (next !== undefined) items.at(next % items.length)?.focus();
    else return;
    event.preventDefault();
  });
  window.addEventListener('pointerdown', leave, true);
  view.dom.append(menu);
  const middleware = [offset(4), flip(), shift({ padding: 8 })];
  void computePosition(beside, menu, { placement: 'bottom-start', strategy: 'fixed', middleware }).then(({ x, y }) => {
    menu.style.left = `${x}px`;
    menu.style.top = `${y}px`;
    menu.querySelector('button')?.focus();
  });
}

function groupsFor(view: EditorView, block: MovableBlock): { label?: string; items: Item[] }[] {
  const { live, common } = currentTranslations();
  // Commands go by the cursor.
  const at = (run: () => unknown) => () => {
    view.dispatch({ selection: { anchor: block.from } });
    run();
    view.focus();
  };
  const actions: Item[] = [
    { label: live.moveUp, run: at(() => moveBlockUp(view)) },
    { label: live.moveDown, run: at(() => moveBlockDown(view)) },
    { label: live.duplicate, run: () => duplicateBlock(view, block) },
    { label: live.blockSource, run: at(() => toggleBlockSource(view)) },
    { label: common.delete, run: () => deleteBlock(view, block) },
  ];
  const turns = targets.map((target): Item => ({ label: labelOf(target), run: () => turnInto(view, block, target) }));
  return [{ items: actions }, ...(canTurn(block) ? [{ label: live.turnInto, items: turns }] : [])];
}

function labelOf(target: Target): string {
  return target === 'paragraph' ? currentTranslations().live.paragraph : toolLabel(target);
}

function groupOf({ label, items }: { label?: string; items: Item[] }, close: () => void): HTMLElement {
  const group = document.createElement('div');
  group.setAttribute('role', 'group');
  if (label !== undefined) {
    group.setAttribute('aria-label', label);
    const title = document.createElement('div');
    title.className = 'live-menu-title';
    title.ariaHidden = 'true';
    title.textContent = label;
    group.append(title);
  }
  for (const { label: name, run } of items) {
    const button = document.createElement('button');
    button.type = 'button';
    button.setAttribute('role', 'menuitem');
    button.textContent = name;
    button.addEventListener('click', () => {
      close();
      run();
    });
    group.append(button);
  }
  return group;
}
