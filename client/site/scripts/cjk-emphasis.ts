import { Tokenizer, type MarkedExtension } from 'marked';

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

/** Emphasis beside Chinese, Japanese and Korean as on the server: their marks count as letters. */
export function cjkEmphasis(): MarkedExtension {
  return {
    hooks: { emStrongMask: (text) => text.replace(mark, 'a') },
    tokenizer: {
      emStrong(text, masked, before = '') {
        const counts = !beforeMark.test(text) && !isCjkLetter(before);
        return (
          Tokenizer.prototype.emStrong.call(this, text, masked, counts && !isCjkMark(before) ? before : '') ?? false
        );
      },
    },
  };
}
