import { all } from './dom.ts';

/** Closes an open submenu with Escape and with a click elsewhere, and keeps it inside the window. */
export function closeSubmenus(): void {
  const menus = all<HTMLDetailsElement>('.submenu');
  if (menus.length === 0) return;
  for (const menu of menus) {
    menu.addEventListener('toggle', () => {
      const { left, right } = (menu.querySelector('ul') ?? menu).getBoundingClientRect();
      if (menu.open && (left < 0 || right > document.documentElement.clientWidth)) menu.classList.toggle('turned');
    });
    menu.addEventListener('keydown', ({ key }) => {
      if (key !== 'Escape' || !menu.open) return;
      menu.open = false;
      menu.querySelector('summary')?.focus();
    });
  }
  document.addEventListener('click', ({ target }) => {
    for (const menu of menus) if (!menu.contains(target as Node)) menu.open = false;
  });
}
