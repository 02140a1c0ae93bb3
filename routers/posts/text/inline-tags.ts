import { allowedTags, droppedTags, phrasingTags } from '../../../shared/allowed-html.ts';
import { drawings, emptyElements, optionLists, players, refusedInline } from '../../../shared/refused-names.ts';
import type { LongList } from './long-list.ts';

const withContent = new Set(droppedTags);
/** Allowed elements that separate words in spite of standing in a line. */
const separating = new Set(['br', 'img', 'input', 'audio', 'video', 'source', 'track']);
/** Other elements that separate no words: w<font>or</font>d. */
const inline = new Set([...refusedInline, 'wbr', ...phrasingTags.filter((name) => !separating.has(name))]);
const allowed = new Set([...allowedTags, 'image']);

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
  /** Those that are text, so far. */
  readonly #shown: Place[] = [];

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
    while (this.#shown.length > 0 && this.#shown.at(-1)!.place >= length) this.#shown.pop();
  }

  /**
   * @param removeFrom removes elements from the end of `out`
   * @returns what the tag leaves: nothing, a space, or itself; the next element of `out`
   */
  read(tag: Tag, removeFrom: (place: number) => void): string {
    const left = this.#leave(tag, removeFrom);
    if (left === tag.source) this.#shown.push({ name: tag.name, place: this.#out.length });
    return left;
  }

  #leave(
    { name, isEnd, isEmpty, hasAttributes, beginsLine, source }: Tag,
    removeFrom: (place: number) => void,
  ): string {
    const gap = isInline(name) ? '' : ' ';
    if (allowed.has(name) && !players.has(name)) return gap;
    if (emptyElements.has(name)) return isEnd || !hasAttributes ? source : gap;
    if (isEnd) return this.#close(name, source, gap, removeFrom);
    if (isEmpty) return source;
    (beginsLine ? this.#ofBlocks : this.#inLine).push({ name, place: this.#out.length });
    return players.has(name) && /\ssrc\s*=/i.test(source) ? gap : source;
  }

  #close(name: string, source: string, gap: string, removeFrom: (place: number) => void): string {
    const place = this.#inLine.close(name) ?? this.#ofBlocks.close(name);
    if (place === undefined) return source;
    if (withContent.has(name)) {
      removeFrom(place);
      return ' ';
    }
    this.#out.set(place, gap);
    if (drawings.has(name)) this.#removeShown(place, () => true);
    if (optionLists.has(name)) this.#removeShown(place, (one) => /^opt(?:ion|group)$/.test(one));
    return gap;
  }

  /** Removes the tags behind a place that have been text so far. */
  #removeShown(after: number, isRemoved: (name: string) => boolean): void {
    while (this.#shown.length > 0 && this.#shown.at(-1)!.place > after) {
      const { name, place } = this.#shown.pop()!;
      if (isRemoved(name)) this.#out.set(place, ' ');
    }
  }
}

/** Whether an element stands in a line and separates no words. */
export function isInline(name: string): boolean {
  return inline.has(name.toLowerCase()) || name.includes('-');
}

interface Place {
  name: string;
  /** The index in `out`. */
  place: number;
}

/** Tags without an end so far. */
class OpenTags {
  readonly #tags: Place[] = [];
  readonly #counts = new Map<string, number>();

  push(tag: Place): void {
    this.#tags.push(tag);
    this.#counts.set(tag.name, (this.#counts.get(tag.name) ?? 0) + 1);
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

  #pop(): Place {
    const tag = this.#tags.pop()!;
    this.#counts.set(tag.name, this.#counts.get(tag.name)! - 1);
    return tag;
  }
}
