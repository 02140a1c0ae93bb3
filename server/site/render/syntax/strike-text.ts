import { gfmStrikethroughCjkFriendly } from 'micromark-extension-cjk-friendly-gfm-strikethrough';
import type { Construct, Extension } from 'micromark-util-types';

import { resolvePairs } from './pairs.ts';

const TILDE = 126;

const names = {
  sign: 'strikethroughSequenceTemporary',
  whole: 'strikethrough',
  text: 'strikethroughText',
  sequence: 'strikethroughSequence',
};

const construct: Construct = {
  ...([gfmStrikethroughCjkFriendly().text?.[TILDE]].flat()[0] as Construct),
  // That of the library takes quadratic time for signs without a partner.
  resolveAll: resolvePairs(
    names,
    ({ _open, _close, start, end }) => ({
      opens: _open === true,
      closes: _close === true,
      size: end.offset - start.offset,
    }),
    true,
  ),
};

/** `~~struck~~` and `~struck~` of GitHub Flavored Markdown, also beside Chinese, Japanese and Korean. */
export const strikeText: Extension = {
  text: { [TILDE]: construct },
  insideSpan: { null: [construct] },
  attentionMarkers: { null: [TILDE] },
};
