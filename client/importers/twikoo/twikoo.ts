import { utcTime } from '../../../shared/dates.ts';
import type { Importer } from '../importer.ts';
import { readTable, textField, readTruth, type Fields } from '../markdown/fields.ts';
import { readContent, itemsOfThreads, type SourceComment } from '../threads.ts';
import { wholeText } from '../whole-json.ts';

/** The export of Twikoo: a JSON array of comments, or one comment in each line. */
export const twikoo: Importer = {
  name: 'twikoo',
  system: 'Twikoo',
  commentsOnly: true,
  hasEmails: true,
  recognizes: (start) => /^\s*(?:\[\s*)?\{/.test(start) && /"mailMd5"\s*:/.test(start) && /"nick"\s*:/.test(start),
  async *read(source) {
    const rows = rowsIn(await wholeText(source), source.name);
    yield* itemsOfThreads('twikoo', rows.map(toComment));
  },
};

function rowsIn(text: string, name: string): Fields[] {
  try {
    const isArray = text.trimStart().startsWith('[');
    const rows: unknown[] = isArray
      ? (JSON.parse(text) as unknown[])
      : text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line) as unknown]));
    return rows.map(readTable);
  } catch {
    throw new Error(`${name} is damaged: it is not JSON. Export it again.`);
  }
}

function toComment(row: Fields): SourceComment {
  return {
    id: readId(row['_id']) ?? '',
    parent: readId(row['pid']) ?? readId(row['rid']),
    url: textField(row['href']) ?? textField(row['url']) ?? '',
    author: textField(row['nick']) ?? '',
    email: textField(row['mail']),
    ...readContent(textField(row['comment']) ?? ''),
    isOwner: readTruth(row['master']) === true,
    createdAt: utcTime(readNumber(row['created'])),
    status: 'approved',
    skipBecause: readTruth(row['isSpam']) === true ? 'It is spam.' : undefined,
  };
}

/** Ids of MongoDB are objects in its extended JSON. */
function readId(value: unknown): string | undefined {
  return textField(value) ?? textField(readTable(value)['$oid']);
}

function readNumber(value: unknown): number {
  const { $numberLong: long = value, $date: date = long } = readTable(value);
  return Number(date);
}
