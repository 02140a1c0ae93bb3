import { all } from './dom.ts';

/** Marks the tab of the section that is shown; which one that is, the styles say by the address. */
export function markTabs(): void {
  const tabs = all<HTMLAnchorElement>('.tabs a');
  if (tabs.length === 0) return;
  const mark = () => {
    const shown = tabs.find(({ hash }) => isShown(hash)) ?? tabs[0];
    for (const tab of tabs) {
      if (tab === shown) tab.setAttribute('aria-current', 'true');
      else tab.removeAttribute('aria-current');
    }
  };
  window.addEventListener('hashchange', mark);
  mark();
}

function isShown(hash: string): boolean {
  const section = document.getElementById(hash.slice(1));
  return section !== null && section.getClientRects().length > 0;
}
