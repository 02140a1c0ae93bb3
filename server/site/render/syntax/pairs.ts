import type { Event, Resolver, TokenizeContext } from 'micromark-util-types';

/** A sign that may begin or end a part of a line. */
interface Sign {
  opens: boolean;
  closes: boolean;
  size: number;
}

/** The names of tokens. */
interface Names {
  /** A sign before its partner is known. */
  sign: string;
  /** A pair with what is between, and that alone. */
  whole: string;
  text: string;
  /** A sign of a pair. */
  sequence: string;
}

type Token = Event[1];

/**
 * Joins signs to pairs: one that closes with the nearest one of its size before it that opens. The time is linear.
 *
 * @param read reads a token
 * @param isNested whether a pair may stand in another one
 */
export function resolvePairs(names: Names, read: (token: Token) => Sign, isNested: boolean): Resolver {
  return (events, context) => {
    const pairs = pairsIn(events, names, read, isNested);
    if (pairs.length > 0) {
      const result = joined(events, pairs, names, context);
      // In place, because micromark ignores what a resolver of nested content returns.
      events.length = 0;
      for (const event of result) events.push(event);
    }
    for (const [, token] of events) if ((token.type as string) === names.sign) token.type = 'data';
    return events;
  };
}

/** The outermost pairs; the content of each is resolved by itself. */
function pairsIn(
  events: readonly Event[],
  names: Names,
  read: (token: Token) => Sign,
  isNested: boolean,
): [number, number][] {
  const open = new Map<number, number[]>();
  const pairs: [number, number][] = [];
  for (const [at, [kind, token]] of events.entries()) {
    if (kind !== 'enter' || (token.type as string) !== names.sign) continue;
    const { opens, closes, size } = read(token);
    const same = open.get(size) ?? [];
    open.set(size, same);
    const begin = closes ? same.pop() : undefined;
    if (begin === undefined) {
      if (opens) same.push(at);
      continue;
    }
    for (const others of open.values()) while (!isNested ? others.length > 0 : others.at(-1)! > begin) others.pop();
    while (pairs.length > 0 && pairs.at(-1)![0] > begin) pairs.pop();
    pairs.push([begin, at]);
  }
  return pairs;
}

function joined(events: Event[], pairs: [number, number][], names: Names, context: TokenizeContext): Event[] {
  const result: Event[] = [];
  const constructs = context.parser.constructs.insideSpan.null ?? [];
  const resolvers = new Set(constructs.map(({ resolveAll }) => resolveAll));
  let at = 0;
  for (const [begin, end] of pairs) {
    const [first, last] = [events[begin]![1], events[end]![1]];
    const whole = { type: names.whole as never, start: { ...first.start }, end: { ...last.end } };
    const inside = { type: names.text as never, start: { ...first.end }, end: { ...last.start } };
    first.type = names.sequence as never;
    last.type = names.sequence as never;
    for (const event of events.slice(at, begin)) result.push(event);
    result.push(['enter', whole, context], ['enter', first, context], ['exit', first, context]);
    result.push(['enter', inside, context]);
    let content = events.slice(begin + 2, end);
    for (const resolve of resolvers) if (resolve) content = resolve(content, context);
    for (const event of content) result.push(event);
    result.push(['exit', inside, context], ['enter', last, context], ['exit', last, context]);
    result.push(['exit', whole, context]);
    at = end + 2;
  }
  return result.concat(events.slice(at));
}
