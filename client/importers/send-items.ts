import { BlogError, type ImportComment, type ImportPost } from '../index.ts';
import type { TakeIn } from './import-posts.ts';
import { countRedirects, type ImportReport } from './import-report.ts';

/** A post or comment that is ready to be sent. */
export type Sendable = {
  /** Where it is in the export. */
  place: string;
  bytes: number;
  draftBecause?: string | undefined;
  notes?: string[];
} & ({ post: ImportPost } | { comment: ImportComment });

interface Sending {
  dryRun: boolean;
  report: ImportReport;
  /** Whether the export has a post with this source key. */
  isPost: (sourceKey: string) => boolean;
}

/** Sends posts and comments in one call, and reports the results. Splits a call that fails, to find the invalid item. */
export async function sendItems(takeIn: TakeIn, items: Sendable[], sending: Sending): Promise<void> {
  const { dryRun, report } = sending;
  try {
    const posts = items.flatMap((item) => ('post' in item ? [item] : []));
    const comments = items.flatMap((item) => ('comment' in item ? [item] : []));
    const missing = dryRun ? missingPosts(posts, comments, sending.isPost) : [];
    const answer = await takeIn({
      posts: [...missing, ...posts.map(({ post }) => post)],
      comments: comments.map(({ comment }) => (dryRun ? withKnownParent(comment, comments) : comment)),
      dryRun,
    });
    for (const [at, item] of posts.entries()) takePost(report, item, answer.results[at + missing.length]!);
    for (const [at, item] of comments.entries()) {
      const { outcome, reason = '' } = answer.comments[at]!;
      if (outcome === 'refused') report.refused.push({ file: item.place, reason });
      else report.comments[outcome]++;
    }
  } catch (error) {
    if (!(error instanceof BlogError) || ![400, 413, 500].includes(error.status)) throw error;
    const [item] = items;
    if (item && items.length === 1) {
      report.refused.push({ file: item.place, reason: error.message });
      return;
    }
    const middle = Math.ceil(items.length / 2);
    await sendItems(takeIn, items.slice(0, middle), sending);
    await sendItems(takeIn, items.slice(middle), sending);
  }
}

function takePost(report: ImportReport, item: Sendable, result: Awaited<ReturnType<TakeIn>>['results'][number]): void {
  const { outcome, reason = '', note, status } = result;
  if (outcome === 'refused') {
    report.refused.push({ file: item.place, reason });
    return;
  }
  report[outcome]++;
  countRedirects(report, result);
  const { draftBecause, notes = [] } = item;
  if (draftBecause !== undefined && status !== 'published')
    report.drafts.push({ file: item.place, reason: draftBecause });
  const more = [...notes, ...(note === undefined ? [] : [note])];
  if (more.length > 0) report.notes.push({ file: item.place, reason: more.join(' ') });
}

/** A dry run keeps nothing of the calls before, so each call needs the posts of its comments. */
function missingPosts(
  posts: { post: ImportPost }[],
  comments: { comment: ImportComment }[],
  isPost: Sending['isPost'],
): ImportPost[] {
  const sent = new Set(posts.map(({ post }) => post.sourceKey));
  const missing = new Set(comments.map(({ comment }) => comment.post).filter((key) => !sent.has(key) && isPost(key)));
  return [...missing].map((sourceKey) => ({ sourceKey, title: sourceKey.slice(0, 200) }));
}

function withKnownParent(comment: ImportComment, comments: { comment: ImportComment }[]): ImportComment {
  const { parent, ...others } = comment;
  return comments.some((one) => one.comment.sourceKey === parent) ? comment : others;
}
