import { session } from '../session/session.ts';

/** Before the key of everything that is kept on this device of comments. */
const PREFIX = 'octavo-comments';
/** How many texts are kept; the oldest go first. */
const MOST = 30;

/** Where the text of a form is kept: what it is, and the comment that it is about. */
export type Begun = `${'reply' | 'edit'}:${string}`;

interface Kept {
  text: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** Keeps it at each key: a filter or a link may take the form away, a reload all of the page. */
export function keepBegun(begun: Begun, text: string): void {
  const kept: Kept = { text, at: Date.now() };
  try {
    localStorage.setItem(placeOf(begun), JSON.stringify(kept));
  } catch {
    // The device is full: the form has the text as long as it is open.
  }
  const places = keptPlaces();
  if (places.length <= MOST) return;
  const tooOld = places.toSorted((one, other) => read(other).at - read(one).at).slice(MOST);
  tooOld.forEach((place) => localStorage.removeItem(place));
}

/** The text, if one was begun. */
export function begunText(begun: Begun): string | undefined {
  const { text, at } = read(placeOf(begun));
  return at > 0 ? text : undefined;
}

/** It was sent, or given up. */
export function forgetBegun(begun: Begun): void {
  localStorage.removeItem(placeOf(begun));
}

// Whoever signs out leaves nothing behind. The app loads this with its first page, since that may happen on any screen.
session.subscribe(() => {
  if (session.state() === 'out') keptPlaces().forEach((place) => localStorage.removeItem(place));
});

function keptPlaces(): string[] {
  return Object.keys(localStorage).filter((place) => place.startsWith(`${PREFIX}:`));
}

function placeOf(begun: Begun): string {
  return `${PREFIX}:${begun}`;
}

/** What lies there; something from before all others where that is nothing of ours. */
function read(place: string): Kept {
  try {
    const { text, at } = JSON.parse(localStorage.getItem(place) ?? '{}') as Partial<Kept>;
    return typeof text === 'string' && typeof at === 'number' ? { text, at } : { text: '', at: 0 };
  } catch {
    return { text: '', at: 0 };
  }
}
