import { createSpotlight } from '@mantine/spotlight';
import { useEffect } from 'react';

/** What the palette holds, and what opens it. */
export const [paletteStore, palette] = createSpotlight();

/** Makes Enter do the first thing that was found, also when it came after the last key. */
export function useFirstChosen(): void {
  // After every draw: what is drawn has no other sign.
  useEffect(() => {
    const list = document.getElementById(paletteStore.getState().listId);
    const first = list?.querySelector('[data-action]');
    if (!first || list?.querySelector('[data-selected]')) return;
    first.setAttribute('data-selected', 'true');
    paletteStore.updateState((state) => ({ ...state, selected: 0 }));
  });
}
