import type { Importer } from '../importer.ts';
import { readLines, LONGEST_LINE } from '../jsonl/lines.ts';
import { readTable, textField, type Fields } from '../markdown/fields.ts';
import { readContent, itemsOfThreads, readName, NO_ID, readTime, type SourceComment } from '../threads.ts';
import { checkDepth, refuseItem, Unfit } from '../unfit.ts';

/** The backup of Remark42: a line of JSON for each comment, after one that describes the site. */
export const remark42: Importer = {
  name: 'remark42',
  system: 'Remark42',
  commentsOnly: true,
  recognizes: (start) => /^\s*\{"version":\d+,"users":/.test(start),
  async *read(source) {
    const comments: SourceComment[] = [];
    for await (const { number, text } of readLines(source)) {
      if (number === 1) {
        if (!isHeader(text)) throw new Error(`${source.name} is not a backup of Remark42.`);
        continue;
      }
      if (text?.trim() === '') continue;
      try {
        comments.push(toComment(rowIn(text)));
      } catch (error) {
        yield refuseItem(`line ${number}`, error);
      }
    }
    yield* itemsOfThreads('remark42', comments);
  },
};

function isHeader(line: string | undefined): boolean {
  try {
    return rowIn(line)['users'] !== undefined;
  } catch {
    return false;
  }
}

/** @throws Unfit */
function toComment(row: Fields): SourceComment {
  const id = textField(row['id']);
  if (id === undefined) throw new Unfit(NO_ID);
  return {
    id,
    parent: textField(row['pid']),
    url: textField(readTable(row['locator'])['url']) ?? '',
    title: textField(row['title']),
    // Remark42 stores names as HTML.
    author: readName(textField(readTable(row['user'])['name']) ?? ''),
    ...readContent(textField(row['text']) ?? ''),
    createdAt: readTime(textField(row['time']) ?? ''),
    status: row['delete'] === true ? 'deleted' : 'approved',
  };
}

/** @throws Unfit */
function rowIn(line: string | undefined): Fields {
  if (line === undefined) throw new Unfit(`It is longer than ${LONGEST_LINE / 1_000_000} MB: shorten or remove it.`);
  const value = parsed(line);
  checkDepth(value);
  return readTable(value);
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new Unfit('It is damaged: it is not JSON. Export it again.');
  }
}
