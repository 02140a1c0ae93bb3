import type { Selectable } from 'kysely';

import type { Tables } from '../../entities/index.ts';
import { kyselyOf } from '../../entities/kysely.ts';
import type { PostKind } from '../../entities/post.ts';
import { truncate } from '../../shared/shorten.ts';
import { isWithdrawn } from '../../shared/withdrawn.ts';
import { isSpam } from './spam-filter/verdict.ts';
import { renderComment } from './markdown/html.ts';
import { mailUrl } from '../mail/tokens.ts';
import type { MailContext } from '../mail/mail-type.ts';

/** The characters of a comment that a mail shows. */
const MAX_SHOWN = 1500;
/** How long the links of a mail work, in milliseconds. */
const LINKS_LAST = 7 * 24 * 60 * 60_000;

/** The actions on a comment that links in the owner's mails offer. */
export const moderationActions = ['approve', 'hold', 'spam', 'delete'] as const;
export type ModerationAction = (typeof moderationActions)[number];

/** A comment as mails show it, in plain text. */
export interface MailedComment {
  author: string;
  content: string;
  /** The same as HTML, if it is Markdown. */
  html?: string;
  /** Whether the text was longer. */
  is_cut: boolean;
  is_pending: boolean;
  /** Why it is pending; see `heldBecause` of the API. */
  held_because: string | null;
  /** ISO 8601 in UTC. */
  date: string;
  /** The title of the post; absent for the guestbook. */
  post_title?: string;
  /** `gb-note` or `gb-idea`. */
  section?: string;
  /** The URL of the comment; absent if the address of the site is not known. */
  url?: string;
  /** The URLs of the links by action; absent if the address of the site is not known. */
  links?: Record<ModerationAction, string>;
}

/**
 * The comments with these ids that mails to the owner may show, in this order: not those that were deleted in the
 * meantime, that are spam, or that the owner wrote.
 */
export async function mailedComments(ctx: MailContext, ids: readonly string[]): Promise<MailedComment[]> {
  const rows = await readComments(ctx, ids);
  const { siteUrl } = await ctx.settings.current();
  const mailed: MailedComment[] = [];
  for (const id of ids) {
    const row = rows.find((one) => one.id === id);
    if (!row || row.owner === 1 || isSpam(row) || isWithdrawn(row)) continue;
    mailed.push({
      author: row.author,
      ...(await commentExcerpt(row)),
      is_pending: row.status === 'pending',
      held_because: row.status === 'pending' ? row.held_because : null,
      date: row.created_at,
      ...(row.section === null ? { post_title: row.title ?? '' } : { section: row.section }),
      ...(siteUrl !== '' && { url: urlOfComment(siteUrl, row), links: await linksTo(ctx, id, siteUrl) }),
    });
  }
  return mailed;
}

/** The text of a comment as mails show it. */
export async function commentExcerpt({
  content,
  markdown,
}: Pick<Selectable<Tables['comments']>, 'content' | 'markdown'>): Promise<
  Pick<MailedComment, 'content' | 'html' | 'is_cut'>
> {
  const shown = truncate(content, MAX_SHOWN);
  const html = markdown === 1 && { html: await renderComment(shown, true) };
  return { content: shown, ...html, is_cut: shown !== content };
}

/** A comment with the place where it is shown. */
interface PlacedComment {
  id: string;
  section: string | null;
  slug: string | null;
  kind: PostKind | null;
  /** The URL of the page of another site. */
  address: string | null;
}

/** The URL of a comment. */
export function urlOfComment(siteUrl: string, { id, section, slug, kind, address }: PlacedComment): string {
  if (section !== null) return `${siteUrl}/guestbook#${id}`;
  if (address !== null) return `${address}#${id}`;
  return `${siteUrl}${kind === 'page' ? '' : '/posts'}/${encodeURIComponent(slug ?? '')}#${id}`;
}

function readComments({ em }: MailContext, ids: readonly string[]) {
  return kyselyOf(em)
    .selectFrom('comments')
    .leftJoin('posts', 'posts.key', 'comments.post_key')
    .leftJoin('threads', 'threads.post_key', 'comments.post_key')
    .select(['comments.id', 'comments.author', 'comments.content', 'comments.status', 'comments.held_because'])
    .select(['comments.markdown', 'comments.verdict', 'comments.created_at', 'comments.section', 'comments.owner'])
    .select(['posts.slug', 'posts.title', 'posts.kind', 'threads.address'])
    .where('comments.id', 'in', ids)
    .execute();
}

async function linksTo(ctx: MailContext, id: string, siteUrl: string): Promise<Record<ModerationAction, string>> {
  const links = await Promise.all(
    moderationActions.map(async (action) => {
      const link = { purpose: 'moderate', parts: [action, id], lasts: LINKS_LAST } as const;
      return [action, await mailUrl(ctx, siteUrl, link)] as const;
    }),
  );
  return Object.fromEntries(links) as Record<ModerationAction, string>;
}
