/** An image has more pixels, or an SVG more elements, than are accepted. The message says how many are. */
export class TooLarge extends Error {}
