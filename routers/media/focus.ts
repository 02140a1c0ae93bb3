/** The point of an image that stays visible where it is cropped, from 0 to 1 of its width and height. */
export interface Focus {
  x: number;
  y: number;
}

/** A focal point as it is stored. */
export function readFocus(stored: string | null): Focus | null {
  return stored === null ? null : (JSON.parse(stored) as Focus);
}

/** A focal point for its column. */
export function storeFocus(focus: Focus | null): string | null {
  return focus === null ? null : JSON.stringify({ x: focus.x, y: focus.y });
}
