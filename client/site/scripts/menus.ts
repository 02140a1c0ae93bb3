import { all } from './dom.ts';

/** Closes submenus with a click elsewhere. */
export function closeSubmenus(): void {
  addEventListener('click', ({ target }) => {
    for (const menu of all<HTMLDetailsElement>('.submenu')) if (!menu.contains(target as Node)) menu.open = false;
  });
}
