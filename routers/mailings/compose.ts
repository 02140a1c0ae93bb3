import { kyselyOf } from '../../entities/kysely.ts';
import { absoluteUrl } from '../../shared/site-address.ts';
import { timestamp } from '../base/clock.ts';
import type { Reply } from '../core/context.ts';
import type { MailedContent, MailPicture, MailView } from '../core/mail-texts.ts';
import type { Settings } from '../data/settings/schemas.ts';
import type { MailContext } from '../mail/mail-type.ts';
import { seenAt } from '../posts/visible.ts';
import { withAbsoluteLinks } from './absolute-links.ts';

/** A post as mails show it. */
export interface MailedPost extends MailedContent {
  title: string;
  url: string;
  author: string;
  /** YYYY-MM-DD. */
  date: string;
  /** That of the site, in which the post is written. */
  language: string;
  is_protected: boolean;
  /** What mail clients show beside the subject; "" for a protected post. */
  excerpt: string;
  /** Absent without one, and for a protected post. */
  cover?: MailPicture & { alt: string; caption: string };
}

/**
 * Reads a post for mails. The text of a protected post is in none of them.
 *
 * @param options.showsHidden whether a post that is not public may be read
 * @returns null if the post is deleted or not public, or the address of the site is not known
 */
export async function mailedPost(
  ctx: MailContext,
  key: number,
  { showsHidden = false } = {},
): Promise<MailedPost | null> {
  const { siteUrl, author, language } = await ctx.settings.current();
  const row = await kyselyOf(ctx.em)
    .selectFrom('posts')
    .select(['slug', 'title', 'author', 'date', 'excerpt', 'content', 'protected'])
    .select(['cover', 'cover_alt', 'cover_caption'])
    .where('key', '=', key)
    .where(seenAt(showsHidden ? undefined : timestamp(ctx.clock), 'any'))
    .executeTakeFirst();
  if (!row || siteUrl === '') return null;
  const isProtected = row.protected === 1;
  const cover = isProtected ? null : await ctx.coverForMail(ctx.em, row.cover);
  return {
    title: row.title,
    url: `${siteUrl}/posts/${encodeURIComponent(row.slug)}`,
    author: row.author || author,
    date: row.date,
    language,
    is_protected: isProtected,
    excerpt: isProtected ? '' : row.excerpt,
    ...(isProtected
      ? { html: '', text: '' }
      : await composeContent(ctx, siteUrl, { id: row.slug, content: row.content })),
    ...(cover && { cover: { ...cover, alt: row.cover_alt, caption: row.cover_caption } }),
  };
}

/** A text that is too complex to be made ready for mails is mailed as the site shows it. */
async function composeContent(
  { renderForMail, renderPost }: MailContext,
  siteUrl: string,
  post: { id: string; content: string },
): Promise<MailedContent> {
  const reply: Reply = {};
  const content = await renderForMail(post, siteUrl, reply);
  const shown = content ?? {
    html: await renderPost(post, siteUrl, reply),
    text: withAbsoluteLinks(post.content, siteUrl),
  };
  if (reply.isProvisional) throw new Error('The post could not be rendered yet.');
  return shown;
}

/**
 * Composes the mail of a post.
 *
 * @param language of the recipient
 * @param unsubscribeUrl null in a test, which goes to the owner
 */
export function composePost(
  { siteUrl, postalAddress, imprintUrl }: Settings,
  post: MailedPost,
  language: string,
  unsubscribeUrl: string | null,
): MailView {
  const lines = postalAddress.split('\n').filter((line) => line.trim() !== '');
  return {
    language,
    template: 'post',
    values: {
      post,
      is_test: unsubscribeUrl === null,
      ...(unsubscribeUrl !== null && { unsubscribe_url: unsubscribeUrl }),
      ...(lines.length > 0 && { address_lines: lines }),
      ...(imprintUrl !== '' && { imprint_url: absoluteUrl(imprintUrl, siteUrl) }),
    },
  };
}
