import { createRequire } from 'node:module';

import { postLengths } from '../../shared/lengths.ts';

const MAX_LENGTH = postLengths.id;
const han = /\p{Script=Han}/u;
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * The slug of a title: `a-z0-9-`, at most 80 characters, never empty and never `gb-…` (the guestbook's own).
 * Chinese becomes pinyin by words; a title with kana counts as Japanese: kana in Hepburn, kanji by their Chinese
 * reading, because their Japanese one would need a dictionary of 20 MB.
 */
export function makeSlug(title: string): string {
  const slug = transliterate(title) || 'post';
  return shortened(slug.startsWith('gb-') ? `post-${slug}` : slug);
}

/** A text in `a-z0-9-`; "" when it has no letters and digits, as that of an emoji. */
export function transliterate(text: string): string {
  const plain = text.normalize('NFKC').replace(/['’ʼ]/g, '');
  return hyphened(/[^ -~]/.test(plain) ? transliteration().transliterate(romanised(plain)) : plain);
}

/** The candidates for a slug: base, base-2, base-3 …, each at most 80 code points and none `gb-…`. */
export function* slugCandidates(base: string): Generator<string, never> {
  yield base;
  const stem = base === 'gb' ? 'post-gb' : base;
  for (let number = 2; ; number++) {
    const room = MAX_LENGTH - `-${number}`.length;
    yield `${[...stem]
      .slice(0, room)
      .join('')
      .replace(/(?<!-)-+$/, '')}-${number}`;
  }
}

const require = createRequire(import.meta.url);

// Loaded on first use: each takes 20 to 50 ms and about 15 MB.
const transliteration = () => require('transliteration') as typeof import('transliteration');
const pinyinPro = () => require('pinyin-pro') as typeof import('pinyin-pro');

function hyphened(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

function shortened(slug: string): string {
  if (slug.length <= MAX_LENGTH) return slug;
  const hyphen = slug.lastIndexOf('-', MAX_LENGTH);
  return slug.slice(0, hyphen >= MAX_LENGTH / 2 ? hyphen : MAX_LENGTH);
}

function romanised(text: string): string {
  if (kana.test(text)) return japaneseWords(text).map(japanese).join('');
  if (han.test(text)) return chinese(text);
  return text;
}

// Neither script has spaces between words, so a dictionary segments them.
function splitWords(language: string, text: string): string[] {
  return [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text)].map((word) => word.segment);
}

function chinese(text: string): string {
  const pinyin = (part: string) => pinyinPro().pinyin(part, { toneType: 'none', type: 'array', v: true });
  const sentence = pinyin(text); // one item per code point
  return splitWords('zh', text)
    .map((word) => {
      const inSentence = sentence.splice(0, [...word].length);
      if (!han.test(word)) return word;
      // A single character is read in the context of its sentence (了 is "le", not "liao"), a word on its own.
      return ` ${(inSentence.length > 1 ? pinyin(word) : inSentence).join('')} `;
    })
    .join('');
}

const particle = /^(?:[がでとにのはへもやを]|から|まで|より)$/;

// The dictionary splits endings (買い|ま|した) and words (が|っこう): hiragana is joined to the previous word.
function japaneseWords(text: string): string[] {
  const words: string[] = [];
  for (const word of splitWords('ja', text)) {
    const before = words.at(-1);
    if (before !== undefined && goesOn(before, word)) words[words.length - 1] = before + word;
    else words.push(word);
  }
  return words;
}

function goesOn(before: string, word: string): boolean {
  if (!/[\p{Script=Hiragana}\p{Script=Han}]$/u.test(before) || !/^\p{Script=Hiragana}+$/u.test(word)) return false;
  return /^[っゃゅょ]/.test(word) || !(particle.test(before) || particle.test(word));
}

function japanese(word: string): string {
  if (!kana.test(word) && !han.test(word)) return word;
  const spoken = { は: 'wa', へ: 'e', を: 'o' }[word];
  const repeated = word.replace(/(\p{Script=Han})々/gu, '$1$1');
  return ` ${spoken ?? transliteration().transliterate(hepburn(repeated)).replaceAll(' ', '')} `;
}

const syllables = new Map(
  (
    'あa いi うu えe おo かka きki くku けke こko さsa しshi すsu せse そso たta ちchi つtsu てte とto ' +
    'なna にni ぬnu ねne のno はha ひhi ふfu へhe ほho まma みmi むmu めme もmo やya ゆyu よyo ' +
    'らra りri るru れre ろro わwa ゐi ゑe をo んn がga ぎgi ぐgu げge ごgo ざza じji ずzu ぜze ぞzo ' +
    'だda ぢji づzu でde どdo ばba びbi ぶbu べbe ぼbo ぱpa ぴpi ぷpu ぺpe ぽpo ゔvu ' +
    'ぁa ぃi ぅu ぇe ぉo ゃya ゅyu ょyo ゎwa ゕka ゖke'
  )
    .split(' ')
    .map((pair) => [pair.slice(0, 1), pair.slice(1)]),
);

/** Kana in Hepburn without long marks: きょう → kyou, がっこう → gakkou, ファイル → fairu, コンピューター → konpyuta. */
function hepburn(text: string): string {
  const hiragana = text
    .replace(/[ァ-ヶ]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0x60))
    .replaceAll('ー', '');
  return hiragana.replace(/(っ?)([ぁ-ゖ])([ぁぃぅぇぉゃゅょ]?)/g, (_, doubled: string, sign: string, small: string) => {
    const sound = joined(syllables.get(sign) ?? '', syllables.get(small) ?? '');
    const twice = doubled && /^[^aiueo]/.test(sound) ? sound.charAt(0).replace('c', 't') : '';
    return twice + sound;
  });
}

function joined(sound: string, small: string): string {
  if (!small) return sound;
  const consonant = sound === 'u' ? 'w' : sound.slice(0, -1);
  return consonant + (/(?:sh|ch|j)$/.test(consonant) ? small.replace('y', '') : small);
}
