import type { Services } from '../../../routers/core/context.ts';
import { readComments, type CommentRow } from '../../../routers/transfer/archive/read.ts';

/** All comments as JSON Lines that `octavo import jsonl` reads; those of the guestbook have a section as their post. */
export async function* commentLines({ readers: { owner } }: Pick<Services, 'readers'>): AsyncGenerator<string> {
  for await (const records of readComments(owner, exportedComment)) {
    yield records.map((record) => `${JSON.stringify(record)}\n`).join('');
  }
}

function exportedComment(row: CommentRow): object {
  const { author, content, markdown, created_at, status, owner, address, site } = row;
  return {
    type: 'comment',
    sourceKey: row.source_key ?? commentKey(row.id),
    post: row.section ?? row.slug,
    ...(row.parent !== null && { parent: row.parent_source_key ?? commentKey(row.parent) }),
    author,
    content,
    created_at,
    status,
    ...(owner === 1 && { owner: true }),
    ...(markdown === 1 && { markdown: true }),
    ...(address !== null && { thread: { url: address, site } }),
  };
}

/** The key of a comment that was written here, by which an import finds it again. */
function commentKey(id: string): string {
  return `octavo:${id}`;
}
