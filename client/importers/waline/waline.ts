import type { Importer } from '../importer.ts';
import { readTable, textField, type Fields } from '../markdown/fields.ts';
import { itemsOfThreads, readTime, type SourceComment } from '../threads.ts';
import { wholeJson } from '../whole-json.ts';

/** The export of Waline's management page: one JSON object with the rows of its tables. */
export const waline: Importer = {
  name: 'waline',
  system: 'Waline',
  commentsOnly: true,
  hasEmails: true,
  recognizes: (start) => /^\s*\{/.test(start) && /"type"\s*:\s*"waline"/.test(start),
  async *read(source) {
    const { Comment: comments, Users: users = [] } = readTable(readTable(await wholeJson(source))['data']);
    if (!Array.isArray(comments) || !Array.isArray(users))
      throw new Error(`${source.name} is not an export of Waline.`);
    const owners = new Set(
      users.map(readTable).flatMap((user) => (user['type'] === 'administrator' ? [textField(user['objectId'])] : [])),
    );
    yield* itemsOfThreads(
      'waline',
      comments.map((comment) => toComment(readTable(comment), owners)),
    );
  },
};

function toComment(row: Fields, owners: ReadonlySet<string | undefined>): SourceComment {
  const user = textField(row['user_id']);
  return {
    id: textField(row['objectId']) ?? '',
    parent: textField(row['pid']) ?? textField(row['rid']),
    url: textField(row['url']) ?? '',
    author: textField(row['nick']) ?? '',
    email: textField(row['mail']),
    content: textField(row['comment']) ?? '',
    isMarkdown: true,
    isOwner: user !== undefined && owners.has(user),
    createdAt: readTime(textField(row['insertedAt']) ?? textField(row['createdAt']) ?? ''),
    status: row['status'] === 'approved' ? 'approved' : 'pending',
    skipBecause: row['status'] === 'spam' ? 'It is spam.' : undefined,
  };
}
