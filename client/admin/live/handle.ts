import type { PostEvent } from '../../index.ts';
import { queryClient, trpc } from '../api/api.ts';
import { currentTranslations } from '../translations/translations.ts';
import { formatMessage } from '../translations/format-message.ts';
import { notifyDone, notifyProblem } from '../ui/notify.ts';
import { failedJobs } from './failed-jobs.ts';
import type { Message } from './follow.ts';
import { newComments } from './new-comments.ts';
import { announceSaved } from './saved-posts.ts';

/** Milliseconds for which changes are collected before queries are read again. */
const GATHER = 300;
/** Milliseconds between the last change of a post and its publication, when somebody publishes it. */
const BY_HAND = 2000;

type Part = 'comments' | 'posts' | 'subscribers' | 'jobs' | 'everything';

/** Makes the function that brings the app up to date with the messages of the stream. */
export function createHandler(): (message: Message) => void {
  const stale = new Set<Part>();
  let gathering: ReturnType<typeof setTimeout> | undefined;

  function refresh(what: Part): void {
    stale.add(what);
    gathering ??= setTimeout(readAgain, GATHER);
  }

  function readAgain(): void {
    gathering = undefined;
    const what = new Set(stale);
    stale.clear();
    if (what.has('everything')) return void queryClient.invalidateQueries(trpc.pathFilter());
    if (what.has('comments')) void queryClient.invalidateQueries(trpc.comments.pathFilter());
    if (what.has('posts')) void queryClient.invalidateQueries(trpc.posts.all.pathFilter());
    if (what.has('subscribers')) void queryClient.invalidateQueries(trpc.subscribers.pathFilter());
    if (what.has('jobs')) void lookForFailures();
  }

  return (message) => {
    switch (message.type) {
      case 'stream.refresh':
        announceSaved(null);
        refresh('everything');
        break;
      case 'post.saved':
        if (message.data.id !== undefined) announceSaved(message.data.id);
        refresh('posts');
        break;
      case 'jobs.changed':
        refresh('jobs');
        break;
      case 'comment.created':
        if (!message.data.owner) newComments.set(newComments.get() + 1);
        refresh('comments');
        break;
      case 'post.published':
        announcePublication(message);
        refresh('posts');
        break;
      case 'subscriber.confirmed':
      case 'subscriber.removed':
        refresh('subscribers');
        break;
      default:
        refresh(message.type.startsWith('comment') ? 'comments' : 'posts');
    }
  };
}

/** Shows that a scheduled post was published. A post that a user publishes has an update time right before it. */
function announcePublication({ timestamp, data }: PostEvent): void {
  if (data.updated_at === undefined || Date.parse(timestamp) - Date.parse(data.updated_at) < BY_HAND) return;
  notifyDone(formatMessage(currentTranslations().dashboard.published, { post: data.title ?? data.id }));
}

/** Shows when there are more failed jobs than before. */
async function lookForFailures(): Promise<void> {
  const filter = trpc.jobs.list.queryOptions(failedJobs);
  const before = queryClient.getQueryData(filter.queryKey)?.total ?? 0;
  void queryClient.invalidateQueries(trpc.webhooks.pathFilter());
  await queryClient.invalidateQueries(trpc.jobs.pathFilter());
  const after = await queryClient.fetchQuery({ ...filter, staleTime: 0 }).catch(() => null);
  if (after && after.total > before) notifyProblem(currentTranslations().dashboard.jobFailed);
}
