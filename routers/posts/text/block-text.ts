import { alertKinds } from '../../../shared/alerts.ts';
import { LongList } from './long-list.ts';

const alertLabel = new RegExp(`^\\[!(?:${alertKinds.join('|')})\\]\\s*$`, 'i');
const underline = /^(?:=+|-+)\s*$/;
const rule = /^([-*_])(?:\s*\1){2,}\s*$/;
const delimiterRow = /^\|?[\s:]*-[-\s:|]*$/;

/** Takes the marks of blocks off lines: of headings, lists, quotes, tables and alerts. Blank lines separate the blocks. */
export class BlockText {
  readonly lines = new LongList<string>();
  #isInText = false;
  #isInList = false;
  #isInTable = false;

  push(line: string): void {
    const { text, isQuoted, isItem } = this.#withoutContainers(line);
    if (isItem) this.#separate();
    if (underline.test(text) && this.#isInText) {
      this.#changeLast(headingText);
      this.#separate();
    } else if (text === '' || underline.test(text) || rule.test(text)) this.#separate();
    else if (delimiterRow.test(text) && text.includes('|')) {
      this.#changeLast(withoutPipes);
      this.lines.push('');
      this.#isInTable = true;
    } else if (isQuoted && alertLabel.test(text)) this.#separate();
    else if (/^#{1,6}(?:\s|$)/.test(text)) {
      this.#separate();
      this.lines.push(headingText(text.replace(/^#+/, '').replace(/\s#+\s*$/, '')));
      this.#separate();
    } else this.#add(text, isItem);
  }

  #add(text: string, isItem: boolean): void {
    this.lines.push(this.#isInTable || text.startsWith('|') ? withoutPipes(text) : text);
    this.#isInText = true;
    this.#isInList ||= isItem;
  }

  #separate(): void {
    this.lines.push('');
    this.#isInText = false;
    this.#isInList = false;
    this.#isInTable = false;
  }

  #changeLast(change: (text: string) => string): void {
    const last = this.lines.length - 1;
    if (last >= 0) this.lines.set(last, change(this.lines.get(last)!));
  }

  /** A number other than 1 within a paragraph begins no list. */
  #withoutContainers(line: string): { text: string; isQuoted: boolean; isItem: boolean } {
    const container = /([\s>]+)|(?:[-*+]|(\d{1,9})[.)])(?=\s|$)(?:\s+\[[ xX]\](?=\s))?/y;
    let isQuoted = false;
    let isItem = false;
    let at = 0;
    for (let found = container.exec(line); found; found = container.exec(line)) {
      const [, quote, number] = found;
      if (number !== undefined && Number(number) !== 1 && this.#isInText && !this.#isInList && !isItem) break;
      if (quote === undefined) isItem = true;
      else isQuoted ||= quote.includes('>');
      at = container.lastIndex;
    }
    return { text: line.slice(at).trim(), isQuoted, isItem };
  }
}

/** Without the id of `## Title {#id}`. */
function headingText(text: string): string {
  return text.replace(/(?<!\s)\s*\{#[\w:.-]{1,100}\}\s*$/, '');
}

/** The cells of a row. An escaped pipe is text. */
function withoutPipes(row: string): string {
  return row.replace(/\\\||\|/g, (found) => (found === '|' ? ' ' : '|'));
}
