/** A pictograph; letters and numbers in circles, and the signs of law, are words or nothing. */
const pictograph = String.raw`[\p{Extended_Pictographic}--[\p{L}\p{N}©®™]]`;
const modifiers = String.raw`[\ufe0e\ufe0f\u{1f3fb}-\u{1f3ff}\u{e0020}-\u{e007f}]*`;

/** The pattern of an emoji, with the flag "v": a keycap, a flag, or a sequence of pictographs. */
export const emoji = String.raw`[0-9#*]\ufe0f?\u20e3|\p{RI}{2}|${pictograph}${modifiers}(?:\u200d${pictograph}${modifiers})*`;

const whole = new RegExp(`^(?:${emoji})$`, 'v');
const ignored = /[\ufe0e\ufe0f]|\p{EMod}/gu;
/** Full-width signs, because SQLite separates words at "#" and "*". */
const FULL_WIDTH = 0xfee0;

/** An emoji as the index stores it, without skin tones and variation selectors; undefined for another text. */
export function emojiToken(text: string): string | undefined {
  if (!whole.test(text)) return undefined;
  return text
    .replace(ignored, '')
    .replace(/^[0-9#*]/, (sign) => String.fromCodePoint(sign.codePointAt(0)! + FULL_WIDTH));
}
