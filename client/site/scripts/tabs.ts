import { all } from './dom.ts';

/**
 * Marks the tab of the section that is shown; which one that is, the styles say by the address. A place outside of the
 * sections, such as where the skip link leads, leaves the one that was shown before.
 */
export function markTabs(): void {
  const tabs = all<HTMLAnchorElement>('.tabs a');
  if (tabs.length === 0) return;
  const mark = () => {
    // Back at the address without a place, all is as it was in the beginning.
    if (location.hash === '') choose(tabs);
    choose(tabs, tabs.find(({ hash }) => isShown(hash)) ?? tabs[0]);
  };
  window.addEventListener('hashchange', mark);
  mark();
}

function choose(tabs: HTMLAnchorElement[], chosen?: HTMLAnchorElement): void {
  for (const tab of tabs) {
    if (tab === chosen) tab.setAttribute('aria-current', 'true');
    else tab.removeAttribute('aria-current');
    sectionOf(tab.hash)?.toggleAttribute('data-chosen', tab === chosen);
  }
}

function isShown(hash: string): boolean {
  const section = sectionOf(hash);
  return section !== null && section.getClientRects().length > 0;
}

function sectionOf(hash: string): HTMLElement | null {
  return document.getElementById(hash.slice(1));
}
