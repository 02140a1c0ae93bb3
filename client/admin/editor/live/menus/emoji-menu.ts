import type { Completion, CompletionSource } from '@codemirror/autocomplete';

import { matchesWords } from '../../../ui/find.ts';
import { isInCode } from '../../markdown/in-code.ts';
import { allEmoji } from './emoji-data.ts';

/** How many are shown. */
const SHOWN = 12;

/** Emoji, which `:` and two letters find by their names. */
export const emojiMenu: CompletionSource = async ({ state, pos }) => {
  const { from, text } = state.doc.lineAt(pos);
  const [typed, name] =
    /(?<![\p{L}\p{N}:]):([\p{L}\p{M}\p{N}_+-]{2,30})$/u.exec(text.slice(Math.max(0, pos - from - 32), pos - from)) ??
    [];
  if (typed === undefined || name === undefined || isInCode(state, pos)) return null;
  const options = (await allEmoji())
    .flatMap(({ sign, names }): Completion[] => {
      const found = names.find((one) => one.startsWith(name)) ?? names.find((one) => matchesWords(one, name));
      return found === undefined
        ? []
        : [{ label: `${sign} ${found}`, apply: sign, boost: found.startsWith(name) ? 1 : 0 }];
    })
    .toSorted((one, other) => (other.boost ?? 0) - (one.boost ?? 0))
    .slice(0, SHOWN);
  return options.length === 0 ? null : { from: pos - typed.length, options, filter: false };
};
