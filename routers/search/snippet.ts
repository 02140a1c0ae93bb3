import { isWordEnd } from '../../shared/shorten.ts';
import { markdownToPlainText } from '../posts/text/plain-text.ts';
import { escapeHtml } from '../base/text.ts';
import { findMatches, type Match } from '../data/words/matches.ts';
import type { Term } from '../data/words/terms.ts';

/** The approximate length of a snippet in characters. */
const SNIPPET_LENGTH = 160;
/** The maximum number of matches considered for the best snippet. */
const MAX_MATCHES = 2_000;

/**
 * The section of a post's plain text with the most different terms, as HTML with matches in `<mark>`. Without a
 * match in the text: the excerpt.
 */
export function makeSnippet(post: { content: string; excerpt: string }, terms: readonly Term[]): string {
  const text = markdownToPlainText(post.content);
  const best = bestOf(text, terms);
  if (!best) return highlight(post.excerpt, terms);
  const [from, to] = expand(text, best);
  const before = from > 0 ? '…' : '';
  const after = to < text.length ? '…' : '';
  return before + highlight(text.slice(from, to).trim(), terms) + after;
}

/** The first range, at most as long as a snippet, that has the most different terms. */
function bestOf(text: string, terms: readonly Term[]): { from: number; to: number } | undefined {
  let best: { from: number; to: number } | undefined;
  let bestCount = 0;
  let window: Match[] = [];
  let considered = 0;
  for (const match of findMatches(text, terms)) {
    if (++considered > MAX_MATCHES) break;
    if (match.to - match.from > SNIPPET_LENGTH) continue;
    window = [...window.filter(({ from }) => match.to - from <= SNIPPET_LENGTH), match];
    const different = new Set(window.map(({ term }) => term)).size;
    if (different <= bestCount) continue;
    bestCount = different;
    best = { from: Math.min(...window.map(({ from }) => from)), to: match.to };
    if (bestCount === terms.length) return best;
  }
  return best;
}

/** Expands a range to a snippet that begins and ends at word boundaries. */
function expand(text: string, { from, to }: { from: number; to: number }): [from: number, to: number] {
  const room = SNIPPET_LENGTH - (to - from);
  let start = Math.max(0, Math.min(from - Math.floor(room / 3), text.length - SNIPPET_LENGTH));
  let end = Math.min(text.length, Math.max(start + SNIPPET_LENGTH, to));
  while (start < from && !isBoundary(text, start)) start++;
  while (end > to && !isBoundary(text, end)) end--;
  return [start, end];
}

function isBoundary(text: string, at: number): boolean {
  if (at === 0 || at === text.length) return true;
  const isInPair = (text.codePointAt(at - 1) ?? 0) > 0xffff;
  return !isInPair && isWordEnd(text.charAt(at - 1), String.fromCodePoint(text.codePointAt(at) ?? 0));
}

function highlight(text: string, terms: readonly Term[]): string {
  let html = '';
  let done = 0;
  const matches = [...findMatches(text, terms)].sort((one, other) => one.from - other.from);
  for (const { from, to } of merged(matches)) {
    html += `${escapeHtml(text.slice(done, from))}<mark>${escapeHtml(text.slice(from, to))}</mark>`;
    done = to;
  }
  return html + escapeHtml(text.slice(done));
}

/** Merges overlapping and adjacent matches: the pairs of 東京都 are 東京 and 京都. */
function* merged(matches: Iterable<Match>): Generator<{ from: number; to: number }> {
  let open: { from: number; to: number } | undefined;
  for (const { from, to } of matches) {
    if (open && from <= open.to) open = { from: open.from, to: Math.max(open.to, to) };
    else {
      if (open) yield open;
      open = { from, to };
    }
  }
  if (open) yield open;
}
