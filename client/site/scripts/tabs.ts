import { all } from './dom.ts';

/**
 * Marks the tab of the section that is shown, which the styles choose by the URL's fragment. A fragment outside of the
 * sections, such as the skip link's target, leaves the current section shown.
 */
export function markTabs(): void {
  const tabs = all<HTMLAnchorElement>('.tabs a');
  if (tabs.length === 0) return;
  const mark = () => {
    // Without a fragment, the initial state applies.
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
