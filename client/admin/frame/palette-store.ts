import { createSpotlight } from '@mantine/spotlight';
import { useEffect } from 'react';

/** The state of the palette, and the functions that open and close it. */
export const [paletteStore, palette] = createSpotlight();

/** Selects the first result, also when the results arrive after the last key, so that Enter opens it. */
export function useFirstChosen(): void {
  // After every render, because the list has no event for new results.
  useEffect(() => {
    const list = document.getElementById(paletteStore.getState().listId);
    const first = list?.querySelector('[data-action]');
    if (!first || list?.querySelector('[data-selected]')) return;
    first.setAttribute('data-selected', 'true');
    paletteStore.updateState((state) => ({ ...state, selected: 0 }));
  });
}
