import { Tokenizer, type MarkedExtension } from 'marked';

import { emphasisBesideCjk } from '../../../shared/cjk-emphasis.ts';

/** Emphasis beside Chinese, Japanese and Korean as on the server. */
export function cjkEmphasis(): MarkedExtension {
  return emphasisBesideCjk(Tokenizer.prototype.emStrong);
}
