import type { ExpressionBuilder } from 'kysely';

import type { Section } from '../../entities/comment.ts';
import type { Tables } from '../../entities/index.ts';
import type { Thread } from './thread.ts';

/** The columns that identify a thread: one of them is set. */
export interface ThreadKey {
  postKey: number | undefined;
  section: Section | undefined;
}

export function threadKey({ postKey, section }: Pick<Thread, 'postKey' | 'section'>): ThreadKey {
  return { postKey: postKey ?? undefined, section: section ?? undefined };
}

export function inThread({ postKey, section }: ThreadKey) {
  return ({ and, eb }: ExpressionBuilder<Tables, 'comments'>) =>
    and([
      ...(postKey === undefined ? [] : [eb('comments.post_key', '=', postKey)]),
      ...(section === undefined ? [] : [eb('comments.section', '=', section)]),
    ]);
}
