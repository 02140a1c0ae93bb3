import { phrasingTags } from '../../../shared/allowed-html.ts';

const phrasing = new Set(phrasingTags);
const transparent = new Set(['a', 'del', 'ins']);
const phrasingOnly = new Set('h1 h2 h3 h4 h5 h6 pre summary dt rt rp caption'.split(' '));

/** Whether an element is phrasing content. */
export function isPhrasing(tagName: string): boolean {
  return phrasing.has(tagName);
}

/** Whether the content model of an element is transparent. */
export function isTransparent(tagName: string): boolean {
  return transparent.has(tagName);
}

/** Whether an element may contain only phrasing content. */
export function holdsPhrasingOnly(tagName: string): boolean {
  return phrasingOnly.has(tagName);
}

/** Whether it is h1 to h6. */
export function isHeading(tagName: string): boolean {
  return /^h[1-6]$/.test(tagName);
}
