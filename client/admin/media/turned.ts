/** A point of an image, from 0 to 1 of width and height. */
export interface Point {
  x: number;
  y: number;
}

/** A part of an image, from 0 to 1 of width and height. */
export interface Area extends Point {
  width: number;
  height: number;
}

export type Degrees = 0 | 90 | 180 | 270;

/** Where a point of an image is once that is turned clockwise. */
export function turnPoint({ x, y }: Point, degrees: Degrees): Point {
  if (degrees === 90) return { x: 1 - y, y: x };
  if (degrees === 180) return { x: 1 - x, y: 1 - y };
  return degrees === 270 ? { x: y, y: 1 - x } : { x, y };
}

/** Where a part of an image is once that is turned clockwise. */
export function turnArea({ x, y, width, height }: Area, degrees: Degrees): Area {
  const [one, other] = [turnPoint({ x, y }, degrees), turnPoint({ x: x + width, y: y + height }, degrees)];
  const [left, top] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  return { x: left, y: top, width: Math.abs(one.x - other.x), height: Math.abs(one.y - other.y) };
}

/** The turn that undoes another one. */
export function undoTurn(degrees: Degrees): Degrees {
  return ((360 - degrees) % 360) as Degrees;
}
