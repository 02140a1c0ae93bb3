import { Marked } from 'marked';

import { addressSyntax } from '../../site/scripts/address-syntax.ts';
import { cjkEmphasis } from '../../site/scripts/cjk-emphasis.ts';
import { highlightSyntax } from '../../site/scripts/highlight-syntax.ts';
import { showPlayers } from '../../site/scripts/players.ts';
import { showDirections } from '../../site/scripts/directions.ts';
import { sanitise } from '../../site/scripts/sanitised.ts';
import { tidyRendered } from '../../site/scripts/tidy.ts';
import type { Rendered } from './rendered.ts';

const syntax = new Marked(addressSyntax(), cjkEmphasis(), highlightSyntax());

/** Renders a protected text as the site does after decryption. */
export function renderProtected(content: string): Rendered {
  const text = sanitise(syntax.parse(content, { async: false, gfm: true }));
  showPlayers(text);
  // Nothing is enlarged in the preview.
  tidyRendered(text, '');
  showDirections(text);
  const place = document.createElement('div');
  place.append(text);
  const pieces = [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(place.innerText)];
  return { html: place.innerHTML, words: pieces.filter(({ isWordLike }) => isWordLike).length };
}
