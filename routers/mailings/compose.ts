import { kyselyOf } from '../../entities/kysely.ts';
import { timestamp } from '../base/clock.ts';
import type { Reply } from '../core/context.ts';
import type { Mail, MailContext } from '../mail/mail-type.ts';
import { seenAt } from '../posts/visible.ts';
import { withAbsoluteLinks } from './absolute-links.ts';
import { unsubscribeUrl } from '../subscribers/unsubscribe-url.ts';

/** A post as mails show it. */
export interface MailedPost {
  title: string;
  url: string;
  author: string;
  is_protected: boolean;
  /** HTML with absolute URLs; "" for a protected post. */
  html: string;
  /** Markdown with absolute URLs; "" for a protected post. */
  text: string;
}

/** The person who gets a mail. */
interface Recipient {
  /** Null for the owner, who gets a test. */
  id: string | null;
  email: string;
  language: string;
}

/**
 * Reads a post for mails. The text of a protected post is in none of them.
 *
 * @param options.showsHidden whether a post that is not public may be read
 * @returns null if the post is deleted or not public, or the address of the site is not known
 */
export async function mailedPost(
  { em, clock, settings, renderPost }: MailContext,
  key: number,
  { showsHidden = false } = {},
): Promise<MailedPost | null> {
  const { siteUrl, author } = await settings.current();
  const row = await kyselyOf(em)
    .selectFrom('posts')
    .select(['slug', 'title', 'author', 'content', 'protected'])
    .where('key', '=', key)
    .where(seenAt(showsHidden ? undefined : timestamp(clock), 'any'))
    .executeTakeFirst();
  if (!row || siteUrl === '') return null;
  const isProtected = row.protected === 1;
  const reply: Reply = {};
  const html = isProtected ? '' : await renderPost({ id: row.slug, content: row.content }, siteUrl, reply);
  if (reply.isProvisional) throw new Error('The post could not be rendered yet.');
  return {
    title: row.title,
    url: `${siteUrl}/posts/${encodeURIComponent(row.slug)}`,
    author: row.author || author,
    is_protected: isProtected,
    html,
    text: isProtected ? '' : withAbsoluteLinks(row.content, siteUrl),
  };
}

/** Composes the mail of a post for one person. */
export async function composePost(
  ctx: MailContext,
  post: MailedPost,
  { id, email, language }: Recipient,
): Promise<Mail> {
  const { siteUrl } = await ctx.settings.current();
  const url = id === null ? null : await unsubscribeUrl(ctx, siteUrl, { id, language });
  return {
    to: email,
    language,
    template: 'post',
    values: { post, is_test: id === null, ...(url !== null && { unsubscribe_url: url }) },
    ...(url !== null && { unsubscribeUrl: url }),
  };
}
