import { foldForSearch } from '../text.ts';

/** Enough for any comment; keeps a text made of thousands of words from filling the table. */
const MAX_WORDS = 300;
const MAX_LENGTH = 40;

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
const url = /\b(?:https?:\/\/|www\.)([\p{L}\p{N}.-]+)/giu;

/**
 * The words of a comment from which the filter learns, each once: words of every script, folded, and the hosts of its
 * URLs as `host:shop.example`.
 */
export function wordsOf(author: string, content: string): string[] {
  const words = new Set(hostsIn(`${author} ${content}`).map((host) => `host:${host}`));
  for (const { segment, isWordLike } of segmenter.segment(foldForSearch(`${author}\n${content}`))) {
    if (words.size >= MAX_WORDS) break;
    if (isWordLike && segment.length <= MAX_LENGTH) words.add(segment);
  }
  return [...words];
}

/** The hosts of the URLs in a text, one for each URL, without `www.`. */
export function hostsIn(text: string): string[] {
  return [...foldForSearch(text).matchAll(url)].map(([, host]) => host!.replace(/^www\.|\.+$/g, ''));
}
