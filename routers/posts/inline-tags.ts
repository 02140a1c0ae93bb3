import { allowedTags, phrasingTags } from '../../shared/allowed-html.ts';
import type { LongList } from './long-list.ts';

/** Elements whose content goes with them. */
const withContent = set('script style template noscript noembed noframes iframe');
/** Allowed elements that separate words in spite of standing in a line. */
const separating = set('br img input audio video source track');
/** Other elements that separate no words: w<font>or</font>d. */
const inline = set('acronym bdi bdo big blink data dfn font label nobr slot strike tt wbr');
/** Elements without content that are not allowed. */
const voids = set('area base basefont bgsound col embed frame keygen link meta param');
/** Allowed elements that would hide what follows them if they were not closed. */
const players = set('audio video');
const allowed = new Set([...allowedTags, 'wbr']);
for (const name of phrasingTags) if (!separating.has(name)) inline.add(name);

/** A tag, as it is written. */
export interface Tag {
  name: string;
  isEnd: boolean;
  /** Whether it ends in `/>`. */
  isEmpty: boolean;
  hasAttributes: boolean;
  /** Whether it is at the beginning of a line, as those of blocks are. */
  beginsLine: boolean;
  source: string;
}

/**
 * Takes tags off a text as the site does. Tags that the site does not allow are text, unless a partner closes them: in the
 * same block, or if both are at the beginning of a line.
 */
export class InlineTags {
  readonly #out: LongList<string>;
  readonly #inLine = new OpenTags();
  readonly #ofBlocks = new OpenTags();

  constructor(out: LongList<string>) {
    this.#out = out;
  }

  /** Begins another block. */
  reset(): void {
    this.#inLine.truncate(0);
  }

  /** Forgets what has been removed from the end of `out`. */
  truncate(length: number): void {
    this.#inLine.truncate(length);
    this.#ofBlocks.truncate(length);
  }

  /**
   * @param removeFrom removes elements from the end of `out`
   * @returns what the tag leaves: nothing, a space, or itself; the next element of `out`
   */
  read(tag: Tag, removeFrom: (place: number) => void): string {
    const { name, isEnd, isEmpty, hasAttributes, beginsLine, source } = tag;
    const gap = inline.has(name) || name.includes('-') ? '' : ' ';
    if (allowed.has(name) && (hasAttributes || !players.has(name))) return gap;
    if (voids.has(name)) return isEnd || !hasAttributes ? source : gap;
    if (isEnd) return this.#close(name, source, gap, removeFrom);
    if (isEmpty) return source;
    (beginsLine ? this.#ofBlocks : this.#inLine).push(name, this.#out.length);
    return source;
  }

  #close(name: string, source: string, gap: string, removeFrom: (place: number) => void): string {
    const place = this.#inLine.close(name) ?? this.#ofBlocks.close(name);
    if (place === undefined) return allowed.has(name) ? gap : source;
    if (!withContent.has(name)) this.#out.set(place, gap);
    else removeFrom(place);
    return withContent.has(name) ? ' ' : gap;
  }
}

/** Tags without an end so far, with their indexes in `out`. */
class OpenTags {
  readonly #tags: { name: string; place: number }[] = [];
  readonly #counts = new Map<string, number>();

  push(name: string, place: number): void {
    this.#tags.push({ name, place });
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** Takes the last one of this name, and those inside it, which have no end. */
  close(name: string): number | undefined {
    while (this.#counts.get(name)) {
      const tag = this.#pop();
      if (tag.name === name) return tag.place;
    }
    return undefined;
  }

  truncate(length: number): void {
    while (this.#tags.length > 0 && this.#tags.at(-1)!.place >= length) this.#pop();
  }

  #pop() {
    const tag = this.#tags.pop()!;
    this.#counts.set(tag.name, this.#counts.get(tag.name)! - 1);
    return tag;
  }
}

function set(names: string): Set<string> {
  return new Set(names.split(' '));
}
