import { useSyncExternalStore } from 'react';

import { chooseLook, chosenLook, onLook, type Look } from './look-choice.ts';

/** The look of the editors, and the switch between both. */
export function useLook(): { look: Look; toggle: () => void } {
  const look = useSyncExternalStore(onLook, chosenLook);
  return { look, toggle: toggleLook };
}

/** Switches between the text as on the site and its Markdown. */
export function toggleLook(): void {
  chooseLook(chosenLook() === 'live' ? 'source' : 'live');
}
