import type { Importer } from '../importer.ts';
import { readTable, textField, type Fields } from '../markdown/fields.ts';
import { readContent, itemsOfThreads, readTime, type SourceComment } from '../threads.ts';
import { wholeJson } from '../whole-json.ts';

/** The export of Commento and Commento++, one JSON object. */
export const commento: Importer = {
  name: 'commento',
  system: 'Commento',
  commentsOnly: true,
  hasEmails: true,
  recognizes: (start) => /^\s*\{/.test(start) && start.includes('"commentHex"'),
  async *read(source) {
    const { comments, commenters } = readTable(await wholeJson(source));
    if (!Array.isArray(comments) || !Array.isArray(commenters)) {
      throw new Error(`${source.name} is not an export of Commento.`);
    }
    const known = new Map(commenters.map(readTable).map((one) => [textField(one['commenterHex']) ?? '', one]));
    yield* itemsOfThreads(
      'commento',
      comments.map((comment) => toComment(readTable(comment), known)),
    );
  },
};

function toComment(row: Fields, known: ReadonlyMap<string, Fields>): SourceComment {
  const state = row['state'];
  const commenter = textField(row['commenterHex']) ?? '';
  const markdown = textField(row['markdown']);
  const text = markdown === undefined ? readContent(textField(row['html']) ?? '') : { content: markdown };
  // Exports without `deleted` have only the text that replaces a deleted one.
  const isDeleted = row['deleted'] === true || (text.content === '[deleted]' && commenter === 'anonymous');
  const status = state === 'approved' ? state : 'pending';
  return {
    id: textField(row['commentHex']) ?? '',
    parent: textField(row['parentHex']),
    url: textField(row['url']) ?? '',
    author: textField(known.get(commenter)?.['name']) ?? '',
    email: textField(known.get(commenter)?.['email']),
    ...text,
    createdAt: readTime(textField(row['creationDate']) ?? ''),
    status: isDeleted ? 'deleted' : status,
    skipBecause: state === 'flagged' ? 'It is spam.' : undefined,
  };
}
