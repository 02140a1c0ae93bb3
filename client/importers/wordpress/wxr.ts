import { isDay } from '../../../shared/dates.ts';
import { decodePercent } from '../../../shared/decode-percent.ts';
import { postFields } from '../../../shared/post-fields.ts';
import { shorten } from '../../../shared/shorten.ts';
import { fittingTitle } from '../fitting-title.ts';
import { htmlToPlainText } from '../html/plain-text.ts';
import { toId } from '../markdown/choose-ids.ts';
import type { Importer, PostItem, SourceItem, SourceText } from '../importer.ts';
import { Attachments } from './attachments.ts';
import { simplifyBlocks } from './blocks.ts';
import { addFootnotes } from './footnotes.ts';
import { metaKeys, metaOfWordPress } from './meta.ts';
import { withPatterns } from './patterns.ts';
import { readComments, hasComments } from './wxr-comments.ts';
import { withParagraphs } from './paragraphs.ts';
import { whyMembersOnly } from './members-only.ts';
import { Originals } from './resized.ts';
import { Rules } from './restrictions/rules.ts';
import { choosePublishAt } from '../publish-at.ts';
import { SCHEDULED_REASON } from '../scheduled-reason.ts';
import { readName } from '../threads.ts';
import { refuseItem } from '../unfit.ts';
import { withoutShortcodes } from './shortcodes.ts';
import { readElements, htmlToLine, readMeta, childText, childTime, type XmlElement } from './xml-items.ts';

/** The export of WordPress: Tools, Export, All content (WXR). */
export const wordpress: Importer = {
  name: 'wordpress',
  system: 'WordPress',
  hasEmails: true,
  recognizes: (start) => /<rss\b(?:(?!<rss\b)[^>])*xmlns:wp=["']https?:\/\/wordpress\.org\/export\//.test(start),
  async *read(source) {
    const site = await readSite(source);
    for await (const element of readElements(source, ITEMS)) yield* itemsOf(element, site);
  },
};

const ITEMS = new Set(['item']);
/** Items, and that to which they refer. */
const PARTS = new Set(['item', 'title', 'wp:author', 'wp:category', 'wp:tag', 'wp:term']);
/** Types that are neither posts nor pages, and hold nothing for readers. */
const LEFT_OUT = /^(?:nav_menu_item|revision|custom_css|customize_changeset|oembed_cache|user_request|wp_\w+)$/;
const SHORTEST_PASSWORD = 4;

/** The parts of an export to which its items refer. */
interface Site {
  /** Display names by login. */
  authors: Map<string, string>;
  title: string;
  attachments: Attachments;
  originals: Originals;
  /** The HTML of reusable blocks by number. */
  patterns: Map<string, string>;
  rules: Rules;
}

async function readSite(source: SourceText): Promise<Site> {
  const site: Site = {
    authors: new Map(),
    title: '',
    attachments: new Attachments(),
    originals: new Originals(),
    patterns: new Map(),
    rules: new Rules(),
  };
  for await (const element of readElements(source, PARTS, ITEMS)) {
    // That of the blog comes first; an image of the channel has one too.
    if (element.name === 'title') site.title ||= htmlToLine(element.text);
    site.rules.add(element);
    if (element.name === 'wp:author') {
      site.authors.set(childText(element, 'wp:author_login'), readName(childText(element, 'wp:author_display_name')));
    } else if (childText(element, 'wp:post_type') === 'attachment') {
      site.originals.add(site.attachments.add(element));
    } else if (childText(element, 'wp:post_type') === 'wp_block') {
      site.patterns.set(childText(element, 'wp:post_id'), childText(element, 'content:encoded'));
    }
  }
  return site;
}

function* itemsOf(element: XmlElement, site: Site): Generator<SourceItem, void> {
  try {
    yield* readItem(element, site);
  } catch (error) {
    const place = `${childText(element, 'wp:post_type')} ${childText(element, 'wp:post_id')}`;
    yield { ...refuseItem(place, error), post: sourceKeyOf(element) };
    yield* readComments(element, { sourceKey: sourceKeyOf(element) });
  }
}

function* readItem(element: XmlElement, site: Site): Generator<SourceItem, void> {
  const type = childText(element, 'wp:post_type');
  const status = childText(element, 'wp:status');
  const title = htmlToLine(childText(element, 'title'));
  const words = [type, childText(element, 'wp:post_id'), [...title].slice(0, 60).join('')];
  const place = words.filter((word) => word !== '').join(' ');
  if (type === 'attachment' || LEFT_OUT.test(type)) return;
  if (type !== 'post' && type !== 'page') {
    yield { kind: 'skipped', place, reason: `Octavo has nothing like the type "${type}".` };
    return;
  }
  if (status === 'trash' || status === 'auto-draft') {
    yield { kind: 'skipped', place, reason: status === 'trash' ? 'It is in the trash.' : 'It is an unsaved draft.' };
    return;
  }
  const post = toPost(element, { type, status, title, place }, site);
  yield post;
  yield* readComments(element, post.post);
}

/** A post without a number, as in files that were written by hand, is identified by its URL. */
function sourceKeyOf(element: XmlElement): string {
  const link = childText(element, 'link');
  const own = childText(element, 'wp:post_id') || childText(element, 'guid') || link;
  return `wordpress:${URL.canParse(link) ? new URL(link).host : ''}:${own}`;
}

interface Known {
  type: string;
  status: string;
  title: string;
  place: string;
}

function toPost(element: XmlElement, { type, status, title, place }: Known, site: Site): PostItem {
  const link = childText(element, 'link');
  const name = decodePercent(childText(element, 'wp:post_name'));
  const created = childTime(element, 'wp:post_date');
  // WordPress shows the day in the time zone of the blog.
  const day = childText(element, 'wp:post_date').slice(0, 10);
  const date = isDay(day) ? day : created?.slice(0, 10);
  const isScheduled = status === 'future';
  const password = childText(element, 'wp:post_password');
  const number = childText(element, 'wp:post_id');
  const source = withPatterns(childText(element, 'content:encoded'), site.patterns);
  const { html, left } = withoutShortcodes(source, {
    imageOf: (id) => site.attachments.get(id),
    uploadedTo: (post) => site.attachments.uploadedTo(post ?? number),
  });
  const whyHidden = whyDraft({ status, password, created }) ?? whyMembersOnly(element, source, site.rules);
  const cover = site.attachments.get(readMeta(element, '_thumbnail_id'));
  const footnotes = readMeta(element, 'footnotes');
  const isProtected = password !== '' && whyHidden === undefined;
  const [category = '', ...otherCategories] = namesIn(element, 'category').filter((one) => one !== 'Uncategorized');
  const { tags } = postFields;
  const names = [
    ...new Set([...namesIn(element, 'post_tag'), ...otherCategories].map((one) => shorten(one, tags.max))),
  ];
  const fitting = fittingTitle(title || name || 'Untitled');
  const author = childText(element, 'dc:creator');
  const excerpt = htmlToPlainText(childText(element, 'excerpt:encoded'));
  return {
    kind: 'post',
    place,
    slug: toId(name) || toId(title) || 'post',
    url: link,
    number,
    aliases: pathsOf(link),
    text: {
      html: withParagraphs(site.originals.in(html)),
      simplify(tree, notes) {
        addFootnotes(tree, footnotes);
        simplifyBlocks(tree, notes);
      },
    },
    draftBecause: whyHidden ?? (isScheduled ? SCHEDULED_REASON : undefined),
    shortcodes: left,
    fields: customFieldsOf(element),
    meta: metaOfWordPress(element, { title: fitting.title, site: site.title, cover, isProtected }),
    notes: [
      ...fitting.notes,
      ...(names.length > tags.most ? [`${names.length - tags.most} of its tags and categories are left out.`] : []),
      ...(left.length > 0 ? [`Shortcodes stay as text: ${left.join(', ')}.`] : []),
      ...(isProtected ? protectionNotes(element, excerpt) : []),
    ],
    post: {
      sourceKey: sourceKeyOf(element),
      ...commentsIn(element, type),
      title: fitting.title,
      date,
      created_at: created,
      updated_at: childTime(element, 'wp:post_modified'),
      status: whyHidden === undefined ? 'published' : 'draft',
      ...(whyHidden === undefined && { publishAt: choosePublishAt({ date, created, isScheduled }) }),
      ...(whyHidden === undefined && isScheduled && { wasScheduled: true }),
      pinned: childText(element, 'wp:is_sticky') === '1',
      tags: names.slice(0, tags.most),
      category: shorten(category, postFields.category.max),
      author: shorten(site.authors.get(author) || author, postFields.author.max),
      ...(excerpt !== '' && !isProtected && { excerpt: shorten(excerpt, postFields.excerpt.max) }),
      cover: cover?.url ?? '',
      ...(isProtected && { protected: true, password }),
    },
  };
}

function commentsIn(element: XmlElement, type: string): Partial<PostItem['post']> {
  const status = childText(element, 'wp:comment_status');
  if (type === 'page') return { kind: 'page', allowComments: status === 'open' };
  return status === 'closed' ? { commentsClosed: true } : {};
}

function whyDraft({
  status,
  password,
  created,
}: Pick<Known, 'status'> & { password: string; created: string | undefined }) {
  if (status !== 'publish' && (status !== 'future' || created === undefined)) return `Its status is ${status}.`;
  if (password !== '' && [...password].length < SHORTEST_PASSWORD) {
    return `Its password has fewer than ${SHORTEST_PASSWORD} characters.`;
  }
  return undefined;
}

/** What WordPress shows with the password only, and this blog without it. */
function protectionNotes(element: XmlElement, excerpt: string): string[] {
  return [
    'It is protected with the password of the export.',
    ...(excerpt === '' ? [] : ['Its excerpt is left out, because it would be public.']),
    ...(hasComments(element) ? ['Its comments are pending, because approved ones would be public.'] : []),
  ];
}

function namesIn(element: XmlElement, domain: string): string[] {
  const found = element.children.filter((one) => one.name === 'category' && one.attributes['domain'] === domain);
  return [...new Set(found.map(({ text }) => htmlToLine(text)).filter((name) => name !== ''))];
}

/** Custom fields; those with an underscore belong to WordPress and its plug-ins. */
function customFieldsOf(element: XmlElement): string[] {
  const rows = element.children.filter(({ name }) => name === 'wp:postmeta');
  return rows
    .map((row) => childText(row, 'wp:meta_key'))
    .filter((key) => !/^(?:_|footnotes$|$)/.test(key) && !metaKeys.has(key));
}

/** The path of a post, and `/?p=1` only as that: redirects have no query. Squarespace exports paths without a host. */
function pathsOf(link: string): string[] {
  const url = link.startsWith('/') ? `https://blog.invalid${link}` : link;
  if (!URL.canParse(url)) return [];
  const { pathname } = new URL(url);
  return pathname === '/' ? [] : [decodePercent(pathname)];
}
