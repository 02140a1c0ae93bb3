import { lettersOf, wholeDirection } from '../../../../../shared/text-direction.ts';

/** Gives a block the direction of the text in it, if that is one; without it the block has that of the text around it. */
export function showDirection(place: HTMLElement, { textContent }: Node): void {
  place.dir = wholeDirection(lettersOf(textContent ?? '')) ?? '';
}
