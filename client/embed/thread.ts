import { directionOf } from '../../shared/direction.ts';
import { languageFor, type Language } from '../../shared/languages.ts';
import type { Translate } from '../../shared/translate.ts';
import type { BlogOutputs } from '../api/types.ts';
import { ask, RequestError } from '../site/scripts/ask.ts';
import { formFields } from '../site/scripts/comment-fields.ts';
import { enhanceForm } from '../site/scripts/comment-form.ts';
import { showOwn } from '../site/scripts/comment-own.ts';
import { placeComment } from '../site/scripts/comment-place.ts';
import { offerReplies } from '../site/scripts/comment-reply.ts';
import { make } from '../site/scripts/dom.ts';
import { service } from '../site/scripts/service.ts';
import { sendLikes } from '../site/scripts/likes.ts';
import { tell, tellRefusal } from '../site/scripts/status.ts';
import { MINUTE, refreshTimes } from '../site/scripts/times.ts';
import { translations, type Translations } from '../site/scripts/translations.ts';
import { followLinks, linkedComment, linkToNewest } from './deep-link.ts';
import { offerEarlier } from './earlier.ts';
import { makeForm } from './form.ts';
import { offerReactions } from './reactions.ts';
import { askSite, UNKNOWN, type Site } from './site.ts';
import { threadTexts, type ThreadTexts } from './texts.ts';

/** The version of the service; defined by the bundler. */
declare const VERSION: string;

type Found = BlogOutputs['comments']['list'] & Partial<Pick<BlogOutputs['threads']['comments'], 'id'>>;

/** What is shown: a post, a page or section of the blog, or a page of another site. */
export interface Source {
  post: string;
  /** The URL of a page of another site. */
  page: string | undefined;
  /** `oldest`, `newest` or `likes`; others: the newest comments, oldest first. */
  sort: string;
}

/** The comments that are asked for at a time. */
const LIMIT = '&limit=50';

/**
 * Shows a thread as the page of the post does, or the reason why it cannot.
 *
 * @param place the element to fill
 * @param language that of the page; undefined for that of the blog
 * @param signal aborted when the element is removed or shows another thread
 */
export async function showThread(
  place: HTMLElement,
  source: Source,
  language: Language | undefined,
  signal: AbortSignal,
): Promise<void> {
  place.ariaBusy = 'true';
  const again = () => void showThread(place, source, language, signal);
  const { post, page } = source;
  const query = queryOf(source);
  const linked = linkedComment();
  const first = linked === '' ? query : `${query}&at=${linked}`;
  const finding = page === undefined ? undefined : askPage(page, first, signal);
  const site: Promise<Site> = finding?.then(({ settings }) => settings).catch(() => UNKNOWN) ?? askSite();
  const texts = textsFor(place, language, site);
  try {
    if (post === '' && !finding) throw new RequestError('NOT_FOUND', '');
    const path = `/api/posts/${encodeURIComponent(post)}/comments${first.replace('&', '?')}`;
    const [{ t }, found, offer] = await Promise.all([texts, finding ?? ask<Found>(path, { signal }), site]);
    if (!signal.aborted) fill(place, source, query, found, offer, t, again, signal);
  } catch (error) {
    const { t } = await texts;
    if (!signal.aborted) await tellFailure(place, post, error, t, again);
  } finally {
    place.ariaBusy = 'false';
  }
}

/** Sets the language of the element: that of the page, of the blog, or English. */
async function textsFor(place: HTMLElement, ofPage: Language | undefined, site: Promise<Site>): Promise<Translations> {
  const language = ofPage ?? languageFor((await site).language);
  place.lang = language;
  place.dir = directionOf(language);
  place.dataset['messages'] = `${service.url}/embed/${language}.json?v=${VERSION}`;
  return translations(place);
}

function fill(
  place: HTMLElement,
  { post: given, page, sort }: Source,
  query: string,
  found: Found,
  { commentsEnabled, reactions = {}, ...offers }: Site,
  t: Translate,
  again: () => void,
  signal: AbortSignal,
): void {
  const post = found.id ?? given;
  const texts = threadTexts(post);
  const { title, counted, empty } = texts;
  const newestFirst = texts.newestFirst || sort === 'newest';
  const follows = found.after !== undefined;
  const heading = make(
    'h2',
    { id: 'title', 'data-total': String(found.total), 'data-of': post, 'data-says': counted, 'data-none': title },
    t(found.total === 0 ? title : counted, { count: found.total }),
  );
  const list = make('ol', { class: 'entries', 'data-empty': empty });
  const form =
    commentsEnabled && !found.closed
      ? makeForm(post, page, texts, offers, t)
      : make('p', { class: 'note' }, t('form.closed'));
  // The part with a linked comment is in the usual order.
  const others = found.before === undefined ? query : query.replace(/&sort=\w+/, '');
  const earlier = offerEarlier(post, others, found, t(follows ? 'comments.more' : texts.older));
  const isSigned = page !== undefined && Object.keys(reactions).length > 0;
  const signs = isSigned ? [offerReactions(post, page, reactions)] : [];
  const section = make(
    'section',
    {
      'aria-labelledby': 'title',
      'data-thread': post,
      'data-embedded': '',
      'data-page': page ?? null,
      'data-newest-first': newestFirst ? '' : null,
    },
    ...signs,
    heading,
    ...(found.newer ? [linkToNewest(t('comments.newest'), again)] : []),
    ...(newestFirst ? [form, list, earlier] : follows ? [list, earlier, form] : [earlier, list, form]),
  );
  // First, because times are shown in the language around them.
  place.replaceChildren(section);
  for (const comment of inOrder(found, newestFirst)) placeComment(section, comment, t);
  if (found.total === 0) list.after(make('p', { class: 'empty' }, t(empty)));
  if (form instanceof HTMLFormElement) {
    const fields = formFields(form);
    enhanceForm(fields);
    offerReplies([fields], section);
  }
  followLinks(section, again, signal);
  sendLikes(section);
  void showOwn(section);
  const timer = setInterval(() => refreshTimes(section), MINUTE);
  signal.addEventListener('abort', () => clearInterval(timer));
}

/** Pinned comments before the others, in the order that `placeComment` expects. */
function inOrder({ comments }: Found, newestFirst: ThreadTexts['newestFirst']) {
  const isPinned = ({ pinned, parent_id }: Found['comments'][number]) => pinned === 1 && parent_id === null;
  const pinned = comments.filter(isPinned);
  return [...(newestFirst ? pinned.toReversed() : pinned), ...comments.filter((one) => !isPinned(one))];
}

/** The parameters of a list, without those of the page: the newest comments are shown in either order. */
function queryOf({ page, sort }: Source): string {
  const sorted = sort === 'oldest' || sort === 'likes' ? `&sort=${sort}` : '';
  return `&include=html${sorted}${page === undefined ? '' : LIMIT}`;
}

function askPage(page: string, query: string, signal: AbortSignal): Promise<BlogOutputs['threads']['comments']> {
  return ask(`/api/threads/comments?url=${encodeURIComponent(page)}${query}`, { signal });
}

/** @param retry for the button, which is shown if a retry may help */
async function tellFailure(
  place: HTMLElement,
  post: string,
  error: unknown,
  t: Translate,
  retry: () => void,
): Promise<void> {
  const status = make('p', { role: 'alert' });
  place.replaceChildren(status);
  const code = error instanceof RequestError ? error.code : '';
  if (code === 'NOT_FOUND') {
    console.error(`Octavo: <octavo-comments post="${post}"> names no post, page or section of the blog.`);
    return tell(status, t('embed.unknown', { post }), true);
  }
  if (!code.startsWith('ORIGIN_')) {
    const again = make('button', { type: 'button' }, t('embed.retry'));
    again.addEventListener('click', retry);
    place.append(make('p', {}, again));
  }
  return tellRefusal(status, error);
}
