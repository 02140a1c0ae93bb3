import { allowedTags, droppedTags } from './allowed-html.ts';
import { tagsIn, type Tag } from './html-tags.ts';
import { drawings, emptyElements, optionLists, players, refusedInline } from './refused-names.ts';

/** HTML that stands alone in a text, or is a part of a line. */
export interface Part {
  html: string;
  /** Where it is: its paragraph, heading or cell, or what contains the block. Tags close each other within it. */
  place: unknown;
  /** A block, which may also close and be closed by tags elsewhere. */
  isBlock: boolean;
}

/** What becomes of a tag that a post must not contain. */
export interface Verdict {
  /** The index of the part. */
  part: number;
  tag: Tag;
  /**
   * `text`: it is shown as it is written. `nothing`, `space`: it goes. `content`: it goes with all up to the end of
   * `until`. `closed`: its end, which is missing, stands behind it.
   */
  as: 'text' | 'nothing' | 'space' | 'content' | 'closed';
  until?: { part: number; tag: Tag };
  /** What the reader of the text does not see, such as `<iframe>`. */
  named?: string;
}

const allowed = new Set([...allowedTags, 'image']);
const dropped = new Set(droppedTags);
const nested = new Set(['template', 'noscript']);

/** A tag and its place in the text. */
interface Found {
  part: number;
  tag: Tag;
  partner?: Found;
}

/** What becomes of the tags that a post must not contain, in order. The time is linear. */
export function judgeTags(parts: readonly Part[]): Verdict[] {
  const found = parts.flatMap(({ html }, part) => tagsIn(html).map((tag): Found => ({ part, tag })));
  pairDropped(found, parts);
  const others = withoutDropped(found);
  pair(others, (one) => parts[one.part]!.place);
  // A tag in a line and one in another line do not close each other.
  pairAcross(others, parts);
  return verdicts(others, parts);
}

/** Pairs the tags of elements that go with their content. */
function pairDropped(found: readonly Found[], parts: readonly Part[]): void {
  const open = new Map<unknown, Map<string, Found[]>>();
  for (const one of found) {
    const { kind, name, isSelfClosing } = one.tag;
    if (!dropped.has(name) || kind === 'hidden') continue;
    const starts = listIn(open, parts[one.part]!.place, name);
    // Of those with raw text the first one counts, since the others are its content.
    if (kind === 'end') join(starts.pop(), one);
    else if (!isSelfClosing && (nested.has(name) || starts.length === 0)) starts.push(one);
  }
}

/** What is not within an element that goes with its content. */
function withoutDropped(found: readonly Found[]): Found[] {
  let end: Found | undefined;
  return found.filter((one) => {
    if (end) {
      if (one === end) end = undefined;
      return false;
    }
    if (dropped.has(one.tag.name) && one.tag.kind === 'start') end = one.partner;
    return true;
  });
}

/** Pairs all other tags that stand at the same place. */
function pair(found: readonly Found[], placeOf: (one: Found) => unknown): void {
  const open = new Map<unknown, Map<string, Found[]>>();
  for (const one of found) {
    const { kind, name } = one.tag;
    if (one.partner || dropped.has(name) || !isJudged(name)) continue;
    const starts = listIn(open, placeOf(one), name);
    if (kind === 'start' && !one.tag.isSelfClosing) starts.push(one);
    else if (kind === 'end') join(starts.pop(), one);
  }
}

/** Pairs a tag in a block with one at another place. */
function pairAcross(found: readonly Found[], parts: readonly Part[]): void {
  const open = new Map<unknown, Map<string, Found[]>>();
  for (const one of found) {
    const { kind, name, isSelfClosing } = one.tag;
    if (one.partner || dropped.has(name) || !isJudged(name)) continue;
    const { isBlock } = parts[one.part]!;
    const [ofBlocks, ofLines] = [listIn(open, 'blocks', name), listIn(open, 'lines', name)];
    if (kind === 'start' && !isSelfClosing) (isBlock ? ofBlocks : ofLines).push(one);
    else if (kind === 'end') join(ofBlocks.pop() ?? (isBlock ? ofLines.pop() : undefined), one);
  }
}

function verdicts(found: readonly Found[], parts: readonly Part[]): Verdict[] {
  const result: Verdict[] = [];
  /** How many elements of these kinds are open. */
  const depth = { drawing: 0, options: 0, refused: 0, table: 0 };
  for (const [at, one] of found.entries()) {
    const { tag, partner, part } = one;
    const { kind, name } = tag;
    if (name === 'table') depth.table = Math.max(0, depth.table + (kind === 'start' ? 1 : -1));
    const step = kind === 'start' ? 1 : -1;
    const isPaired = partner !== undefined && !allowed.has(name);
    if (isPaired && kind === 'end') count();
    const judged = judge();
    if (judged) result.push({ part, tag, ...judged });
    if (isPaired && kind === 'start') count();

    function count(): void {
      if (dropped.has(name)) return;
      depth.refused += step;
      if (drawings.has(name)) depth.drawing += step;
      if (optionLists.has(name)) depth.options += step;
    }

    function judge(): Omit<Verdict, 'part' | 'tag'> | undefined {
      if (kind === 'hidden') return judgeHidden(tag, parts[part]!.html);
      if (kind === 'broken') return { as: 'text' };
      if (players.has(name)) return judgePlayer(found, at, parts);
      if (allowed.has(name) && !isNothing(tag, parts[part]!.html)) return undefined;
      const named = `<${name}>`;
      if (partner && dropped.has(name)) return { as: 'content', until: partner, named };
      if (depth.drawing > 0) return { as: name === 'text' ? 'space' : 'nothing' };
      const gone = refusedInline.has(name) ? 'nothing' : 'space';
      if (partner) return { as: gone, ...(kind === 'start' && { named }) };
      const isOption = /^opt(?:ion|group)$/.test(name) && depth.options > 0;
      const isEmpty = (emptyElements.has(name) || emptyAllowed.has(name)) && kind === 'start';
      const isPart = isEmpty && (tag.hasAttributes || depth.refused > 0 || (name === 'col' && depth.table > 0));
      return isOption || isPart ? { as: isOption ? 'space' : 'nothing', named } : { as: 'text' };
    }
  }
  return result;
}

/** Allowed elements that are nothing without attributes. */
const emptyAllowed = new Set(['img', 'image', 'input', 'source', 'track']);

/** Of inputs, a post may contain boxes to tick. */
function isNothing({ name, kind, start, end, hasAttributes }: Tag, html: string): boolean {
  if (kind === 'end') return name === 'image';
  if (!emptyAllowed.has(name)) return false;
  return !hasAttributes || (name === 'input' && !/\stype\s*=\s*["']?checkbox\b/i.test(html.slice(start, end)));
}

/** The parser of HTML ends it earlier, if it contains what would end a comment there. */
function judgeHidden({ name, start, end, isEndless }: Tag, html: string): Omit<Verdict, 'part' | 'tag'> | undefined {
  if (isEndless) return { as: 'nothing', named: name };
  const inside = html.slice(start + name.length, end - 1);
  return inside.includes(name === '<!--' ? '--!>' : '>') ? { as: 'nothing' } : undefined;
}

/** A player without its end ends behind its sources; without any it is text. */
function judgePlayer(
  found: readonly Found[],
  at: number,
  parts: readonly Part[],
): Omit<Verdict, 'part' | 'tag'> | undefined {
  const { tag, part, partner } = found[at]!;
  if (partner) return undefined;
  if (tag.kind === 'end') return { as: 'text' };
  const { html } = parts[part]!;
  let last = tag;
  let hasSource = hasSrc(html, tag);
  for (const next of found.slice(at + 1)) {
    const isPart = next.part === part && next.tag.kind === 'start' && /^(?:source|track)$/.test(next.tag.name);
    if (!isPart || html.slice(last.end, next.tag.start).trim() !== '') break;
    last = next.tag;
    hasSource ||= last.name === 'source' && hasSrc(html, last);
  }
  return hasSource ? { as: 'closed', until: { part, tag: last } } : { as: 'text' };
}

function hasSrc(html: string, { start, end }: Tag): boolean {
  return /\ssrc\s*=/i.test(html.slice(start, end));
}

function isJudged(name: string): boolean {
  return name !== '' && (!allowed.has(name) || players.has(name)) && !emptyElements.has(name);
}

function join(start: Found | undefined, end: Found): void {
  if (!start) return;
  start.partner = end;
  end.partner = start;
}

function listIn(lists: Map<unknown, Map<string, Found[]>>, place: unknown, name: string): Found[] {
  let ofPlace = lists.get(place);
  if (!ofPlace) lists.set(place, (ofPlace = new Map()));
  let list = ofPlace.get(name);
  if (!list) ofPlace.set(name, (list = []));
  return list;
}
