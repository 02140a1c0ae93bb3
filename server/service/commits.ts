import type { FailureLog } from '../../routers/base/database-errors.ts';
import { logFailure } from '../../routers/base/database-errors.ts';
import type { Services } from '../../routers/core/context.ts';
import { taggedPosts } from '../../routers/posts/cache-tags.ts';
import type { Schedule } from '../../routers/posts/schedule.ts';
import { keepTrying } from '../process/persistent-work.ts';
import type { Renderer } from '../site/render/markdown.ts';
import { EVERYTHING, type Changes } from '../storage/changes.ts';
import { InvalidationSubscriber, takeAndWrite } from '../storage/database/invalidations.ts';
import type { OpenListener } from '../storage/instances/listener.ts';

/** A commit is answered when this process has taken note of it, and so has every other one that answers from memory. */
export async function announceCommits({ instance }: OpenListener, changes: Changes): Promise<InvalidationSubscriber> {
  if (!instance) return new InvalidationSubscriber(takeAndWrite, ({ tags }) => changes.announce(tags));
  const { writeAndNotify } = await import('../storage/database/recorded.ts');
  return new InvalidationSubscriber(
    (transaction, recorded) => writeAndNotify(transaction, recorded, instance.id),
    async ({ tags, xid = '' }) => {
      await Promise.all([changes.announce(tags), instance.committed(tags, xid)]);
    },
  );
}

/** What is kept in memory and depends on the database. */
interface Memory extends Pick<Services, 'settings' | 'loginLimiter' | 'redirects' | 'events'> {
  schedule: Schedule;
  renderer: Renderer;
}

/**
 * Invalidates what is in memory, and reads it again, when any instance has changed it.
 *
 * @returns ends further attempts to read it
 */
export function followCommits(changes: Changes, memory: Memory, reporting: FailureLog): () => void {
  const { settings, loginLimiter, redirects, events, schedule, renderer } = memory;
  const late = (what: string) => (error: unknown) =>
    logFailure(error, reporting, `${what} could not be read again yet`);
  const failures = keepTrying(loginLimiter.refresh, late('failed sign-ins'));
  const settled = keepTrying(settings.current, late('settings'));
  changes.listen(async (tags) => {
    const touched = (tag: string) => tags.includes(tag) || tags.includes(EVERYTHING);
    // Invalidates stale data first, so that no response is made from it.
    if (touched('posts')) schedule.invalidate();
    for (const id of taggedPosts(tags)) renderer.touch(id);
    if (touched('settings')) settings.drop();
    if (touched('redirects')) redirects.drop();
    events.hear(tags, tags.includes(EVERYTHING));
    await Promise.all([touched('login') && failures.run(), touched('settings') && settled.run()]);
  });
  return () => {
    failures.stop();
    settled.stop();
  };
}
