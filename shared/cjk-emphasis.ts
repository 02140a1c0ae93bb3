const MARK = String.raw`[\u3001-\u3003\u3008-\u3011\u3014-\u301F\u3030\u30FB\uFF01-\uFF0F\uFF1A-\uFF20\uFF3B-\uFF40\uFF5B-\uFF65]`;
const mark = new RegExp(MARK, 'g');
const LETTER = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]`;
const beforeMark = new RegExp(`^[*_]+${MARK}`);
const letter = new RegExp(`^${LETTER}$`, 'u');

/** Whether it is a punctuation mark of Chinese, Japanese or Korean. */
export function isCjkMark(character: string): boolean {
  return character.search(mark) === 0;
}

/** Whether it is a letter of Chinese, Japanese or Korean. */
export function isCjkLetter(character: string): boolean {
  return letter.test(character);
}

/** The tokenizer of emphasis of the library marked. */
type EmStrong<This, Token> = (this: This, text: string, masked: string, before?: string) => Token | undefined;

/**
 * Emphasis beside Chinese, Japanese and Korean, as an extension of the library marked: their marks count as letters.
 *
 * @param emStrong that of the library
 */
export function emphasisBesideCjk<This, Token>(emStrong: EmStrong<This, Token>) {
  return {
    hooks: { emStrongMask: (text: string) => text.replace(mark, 'a') },
    tokenizer: {
      emStrong(this: This, text: string, masked: string, before = '') {
        const counts = !beforeMark.test(text) && !isCjkLetter(before);
        return emStrong.call(this, text, masked, counts && !isCjkMark(before) ? before : '') ?? (false as const);
      },
    },
  };
}
