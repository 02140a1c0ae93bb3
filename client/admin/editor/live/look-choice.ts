import { createStoredChoice } from '../../ui/store.ts';

/** How the editors of this device show a text: as the site does, or its Markdown. */
export const lookChoice = createStoredChoice('octavo-editor-look', ['live', 'source']);

export type Look = ReturnType<typeof lookChoice.get>;

/** Switches between the text as on the site and its Markdown. */
export function toggleLook(): void {
  lookChoice.set(lookChoice.get() === 'live' ? 'source' : 'live');
}
