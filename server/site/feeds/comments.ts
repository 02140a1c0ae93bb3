import { withHtml } from '../../../routers/comments/markdown/html.ts';
import { listComments } from '../../../routers/comments/read.ts';
import type { CommentShape } from '../../../routers/comments/answers.ts';
import { findCurrent, isSection } from '../../../routers/comments/thread.ts';
import type { Services } from '../../../routers/core/context.ts';
import { postNotFound } from '../../../routers/base/errors.ts';
import { threadTags } from '../../../routers/comments/cache-tags.ts';
import { plainText } from '../../../shared/plain-text.ts';
import { isThreadId } from '../../../shared/thread-address.ts';
import { isWithdrawn } from '../../../shared/withdrawn.ts';
import { tagOf } from '../../http/validators.ts';
import type { ReadTarget, Routes } from '../../http/routes.ts';
import { localeFor, translate } from '../locales.ts';
import { Moved, textOrMoved } from '../pages/redirects.ts';
import { commentFeedPath, commentPath, articlePath } from '../../process/paths.ts';
import type { CacheableRead } from '../../http/cacheable-read.ts';
import type { FeedItem } from './collect.ts';
import { feedContext, type FeedContext } from './feed-context.ts';
import { rss } from './rss.ts';

/** Comments in a feed. */
const MAX_ITEMS = 50;

/** Adds `/posts/<id>/comments.xml`: the newest comments on a post or page as RSS. */
export function addCommentFeeds({ addRead }: Routes, services: Services): void {
  const startedAt = new Date(services.clock.now());
  const errors = textOrMoved(services);

  function read({ params: { id = '' } }: ReadTarget): CacheableRead {
    return {
      key: `comments ${id}`,
      limit: null,
      tags: ['settings', ...threadTags(id)],
      containsAbsoluteUrls: true,
      async render(call) {
        const body = await write(await feedContext(call), id, startedAt);
        return { type: 'application/rss+xml; charset=utf-8', body, tag: tagOf(body) };
      },
    };
  }

  addRead('/posts/:id/comments.xml', { resolve: read, errors });
}

/** @throws NOT_FOUND, Moved for a former id */
async function write({ call, base }: FeedContext, id: string, startedAt: Date): Promise<string> {
  // The guestbook and pages of other sites have no feed.
  const thread = isSection(id) || isThreadId(id) ? null : await findCurrent(call, id);
  if (!thread || thread.section !== null || thread.isHidden) throw postNotFound();
  if (thread.id !== id) throw new Moved(commentFeedPath(thread.id));
  const { comments } = await listComments(call, id);
  const newest = comments
    .filter((comment) => !isWithdrawn(comment))
    .slice(-MAX_ITEMS)
    .reverse();
  const { title, language } = await call.settings.current();
  const name = `${translate(localeFor(language), 'comments.title')} · ${thread.title}`;
  const updated = newest[0] ? new Date(newest[0].date) : startedAt;
  const shown = await withHtml(call, newest, { include: ['html'] });
  const items = shown.map((comment) => toItem(comment, base));
  const site = { base, language, author: '', publisher: title };
  const feed = { ...site, title: name, description: `${name} · ${title}`, updated, items };
  return rss(feed, { page: articlePath(thread), self: commentFeedPath(id) });
}

function toItem({ id, post_id, author, content, html = '', date }: CommentShape, base: string): FeedItem {
  const text = plainText(content);
  const name = plainText(author);
  return {
    url: base + commentPath(post_id, id),
    title: name,
    published: new Date(date),
    updated: new Date(date),
    summary: text,
    content: html,
    cover: { url: '' },
    original: '',
    tags: [],
    authors: [{ name }],
  };
}
