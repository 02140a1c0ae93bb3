import {
  classifyCharacter,
  isCjk,
  isNonCjkPunctuation,
  isUnicodeWhitespace,
} from 'micromark-extension-cjk-friendly-util';
import type { Code, Event, Extension, State, TokenizeContext, Tokenizer } from 'micromark-util-types';

const EQUALS = 61;

/** A pair of equals signs, which may begin or end highlighted text. */
interface Sign {
  opens?: boolean;
  closes?: boolean;
}

const construct = { name: 'highlight', tokenize: tokenizeSign, resolveAll: resolveSigns };

/**
 * `==highlighted==`, which may contain other marks. Two equals signs between Latin letters or digits are a comparison,
 * and three are text.
 */
export const highlightText: Extension = {
  text: { [EQUALS]: construct },
  insideSpan: { null: [construct] },
  attentionMarkers: { null: [EQUALS] },
};

function tokenizeSign(this: TokenizeContext, ...[effects, ok, nok]: Parameters<Tokenizer>): State {
  const { previous, events } = this;
  let size = 0;
  return start;

  function start(code: Code): State | undefined {
    if (previous === EQUALS && events.at(-1)?.[1].type !== 'characterEscape') return nok(code);
    effects.enter('highlightSign' as never);
    return more(code);
  }

  function more(code: Code): State | undefined {
    if (code === EQUALS) {
      if (++size > 2) return nok(code);
      effects.consume(code);
      return more;
    }
    if (size < 2) return nok(code);
    const sign = effects.exit('highlightSign' as never) as Sign;
    const [before, after] = [kindOf(previous), kindOf(code)];
    const isComparison = before === 'latin' && after === 'latin';
    sign.opens = !isComparison && after !== 'space' && (after !== 'sign' || isEdge(before));
    sign.closes = !isComparison && before !== 'space' && (before !== 'sign' || isEdge(after));
    return ok(code);
  }
}

/** Joins signs to pairs, as micromark-extension-gfm-strikethrough does. */
function resolveSigns(events: Event[], context: TokenizeContext): Event[] {
  const open: number[] = [];
  const pairs: [number, number][] = [];
  for (const [at, [kind, token]] of events.entries()) {
    if (kind !== 'enter' || (token.type as string) !== 'highlightSign') continue;
    const { opens, closes } = token as Sign;
    const begin = closes ? open.pop() : undefined;
    if (begin !== undefined) {
      pairs.push([begin, at]);
      // Highlighted text is not nested.
      open.length = 0;
    } else if (opens) open.push(at);
  }
  if (pairs.length > 0) {
    const result = joined(events, pairs, context);
    // In place, because micromark ignores what a resolver of nested content returns.
    events.length = 0;
    for (const event of result) events.push(event);
  }
  for (const [, token] of events) if ((token.type as string) === 'highlightSign') token.type = 'data';
  return events;
}

function joined(events: Event[], pairs: [number, number][], context: TokenizeContext): Event[] {
  const result: Event[] = [];
  let at = 0;
  for (const [begin, end] of pairs) {
    const [first, last] = [events[begin]![1], events[end]![1]];
    const whole = { type: 'highlight' as never, start: { ...first.start }, end: { ...last.end } };
    const inside = { type: 'highlightText' as never, start: { ...first.end }, end: { ...last.start } };
    first.type = 'highlightSequence' as never;
    last.type = 'highlightSequence' as never;
    for (const event of events.slice(at, begin)) result.push(event);
    result.push(['enter', whole, context], ['enter', first, context], ['exit', first, context]);
    result.push(['enter', inside, context]);
    let content = events.slice(begin + 2, end);
    const constructs = context.parser.constructs.insideSpan.null ?? [];
    for (const resolve of new Set(constructs.map(({ resolveAll }) => resolveAll))) {
      if (resolve) content = resolve(content, context);
    }
    for (const event of content) result.push(event);
    result.push(['exit', inside, context], ['enter', last, context], ['exit', last, context]);
    result.push(['exit', whole, context]);
    at = end + 2;
  }
  return result.concat(events.slice(at));
}

type Kind = 'space' | 'sign' | 'latin' | 'cjk' | 'other';

/** Whether a pair of signs next to a punctuation mark may begin or end on this side of it. */
function isEdge(kind: Kind): boolean {
  return kind === 'space' || kind === 'sign' || kind === 'cjk';
}

/** The marks of Chinese, Japanese and Korean count as letters, as they do for emphasis. */
function kindOf(code: Code): Kind {
  const kind = classifyCharacter(code);
  if (isUnicodeWhitespace(kind)) return 'space';
  if (isNonCjkPunctuation(kind)) return 'sign';
  if (isCjk(kind)) return 'cjk';
  return /[\p{Script=Latin}\p{N}]/u.test(String.fromCharCode(code!)) ? 'latin' : 'other';
}
