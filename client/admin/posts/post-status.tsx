import type { PostOverview } from '../../api/types.ts';
import { useSiteZone } from '../api/use-site-zone.ts';
import { formatMessage } from '../translations/format-message.ts';
import { useLanguage, useTranslations } from '../translations/translations.ts';
import { isScheduled } from './changed.ts';

/** The status of a post. */
export function PostStatus({ post }: { post: PostOverview }) {
  const { posts } = useTranslations();
  const status = postStatus(post);
  return (
    <span className="posts-status" data-status={status}>
      {status === 'scheduled' && post.publishAt !== null ? <ScheduledFor at={post.publishAt} /> : posts[status]}
    </span>
  );
}

/** The effective status: a published post with a future time is scheduled. */
export function postStatus(post: PostOverview): 'published' | 'scheduled' | 'draft' {
  return post.status === 'published' && isScheduled(post) ? 'scheduled' : post.status;
}

/** The publication time, in the time zone of the site. */
function ScheduledFor({ at }: { at: string }) {
  const { posts } = useTranslations();
  const language = useLanguage();
  const timeZone = useSiteZone();
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  });
  return <time dateTime={at}>{formatMessage(posts.scheduledFor, { time: format.format(new Date(at)) })}</time>;
}
