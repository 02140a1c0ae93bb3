import type { Section } from '../../entities/comment.ts';
import type { CallContext } from '../context.ts';
import { findSeen } from '../posts/read.ts';

/** The sections of the guestbook: post ids that always exist, and their titles. */
export const sections: Record<Section, string> = { 'gb-note': 'Note', 'gb-idea': 'Idea' };

/** A thread: the comments on a post or page, with the number of approved ones, or in a section of the guestbook. */
export type Thread = { id: string; title: string; isClosed: boolean } & (
  | { postKey: number; section: null; approved: number }
  | { postKey: null; section: Section }
);

/**
 * Finds the post or section with this id if the caller may see it. One statement at most.
 *
 * @throws NOT_FOUND
 */
export async function findThread(ctx: CallContext, id: string): Promise<Thread> {
  if (isSection(id)) return { id, title: sections[id], section: id, postKey: null, isClosed: false };
  const { key, slug, title, comments, isClosed } = await findSeen(ctx, id);
  return { id: slug, title, section: null, postKey: key, approved: comments, isClosed };
}

export function isSection(id: string): id is Section {
  return Object.hasOwn(sections, id);
}
