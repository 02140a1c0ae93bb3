import { all } from './dom.ts';

/** Closes submenus with Escape, and with a click elsewhere. */
export function closeSubmenus(): void {
  const close = ({ target, key }: Partial<KeyboardEvent>) => {
    for (const menu of all<HTMLDetailsElement>('.submenu'))
      if (key ? key === 'Escape' : !menu.contains(target as Node)) menu.open = false;
  };
  addEventListener('click', close);
  addEventListener('keydown', close);
}
