import { plainTextOf } from '../html/plain-text.ts';
import type { Importer } from '../importer.ts';
import { linesOf } from '../jsonl/lines.ts';
import { tableOf, textOf, type Fields } from '../markdown/fields.ts';
import { itemsOfThreads, timeIn, type SourceComment } from '../threads.ts';

/** The backup of Remark42: a line of JSON for each comment, after one that describes the site. */
export const remark42: Importer = {
  name: 'remark42',
  system: 'Remark42',
  commentsOnly: true,
  recognizes: (start) => /^\s*\{"version":\d+,"users":/.test(start),
  async *read(source) {
    const comments: SourceComment[] = [];
    for await (const { number, text } of linesOf(source)) {
      if (number > 1 && text?.trim() === '') continue;
      const row = parsed(text);
      if (number === 1 && row?.['users'] === undefined) throw new Error(`${source.name} is not a backup of Remark42.`);
      if (!row) throw new Error(`${source.name} is damaged in line ${number}. Export it again.`);
      if (number > 1) comments.push(commentOf(row));
    }
    yield* itemsOfThreads('remark42', comments);
  },
};

function commentOf(row: Fields): SourceComment {
  return {
    id: textOf(row['id']) ?? '',
    parent: textOf(row['pid']),
    url: textOf(tableOf(row['locator'])['url']) ?? '',
    // Remark42 stores names as HTML.
    author: plainTextOf(textOf(tableOf(row['user'])['name']) ?? ''),
    content: plainTextOf(textOf(row['text']) ?? ''),
    createdAt: timeIn(textOf(row['time']) ?? ''),
    status: row['delete'] === true ? 'deleted' : 'approved',
  };
}

/** The object in a line; undefined if it is not JSON, or too long. */
function parsed(line = ''): Fields | undefined {
  try {
    return tableOf(JSON.parse(line));
  } catch {
    return undefined;
  }
}
