import { walk, type Root } from '../hast.ts';

/** Lets browsers load pictures when they come into sight; the first may be in sight from the beginning. */
export function tidyImages(tree: Root): void {
  let isFirst = true;
  walk(tree, ({ tagName, properties }) => {
    if (tagName !== 'img') return;
    if (!isFirst) properties['loading'] = 'lazy';
    properties['decoding'] = 'async';
    isFirst = false;
  });
}
