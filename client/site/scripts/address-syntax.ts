import type { MarkedExtension } from 'marked';

import { addressEnd } from '../../../shared/address-end.ts';

/** Bare addresses as on the server (server/site/render/syntax/address-text.ts); those of mail are found by the library. */
export function addressSyntax(): MarkedExtension {
  return {
    tokenizer: {
      url(text) {
        if (!/^(?:https?:\/\/|ftp:\/\/|www\.)/i.test(text)) return false;
        const raw = text.slice(0, addressEnd(text, 0));
        if (raw === '') return undefined;
        const href = /^www\./i.test(raw) ? `http://${raw}` : raw;
        return { type: 'link', raw, text: raw, href, tokens: [{ type: 'text', raw, text: raw }] };
      },
    },
  };
}
