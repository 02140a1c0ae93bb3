import { readingMinutes } from '../../../../shared/words.ts';
import { foldCase } from '../../../../routers/base/text.ts';
import type { Settings } from '../../../../routers/data/settings/schemas.ts';
import type { PostDetail } from '../../../../routers/posts/answers.ts';
import { playersIn } from '../../render/plugins/cards.ts';
import type { Rendered } from '../../render/rendered.ts';
import { showImages } from '../../render/show-images.ts';
import type { Picture } from '../covers.ts';
import type { PageRequest } from '../request.ts';
import { translator } from './translate.ts';

/** The variables of a text: that of a post, of its preview, or of a page. */
export async function articleOf(
  { call, renderer }: PageRequest,
  post: PostDetail & { picture?: Picture },
  settings: Settings,
) {
  const { siteUrl, language } = settings;
  const about = { post, title: post.title, description: descriptionOf(post, settings) };
  if (post.protected === 1) return about;
  const source = { site: siteUrl, language, post: post.id };
  const { words, isProvisional, ...rendered } = await renderer.render(post.content, source);
  const { html, toc } = withoutTitle(rendered, post.title);
  if (isProvisional) call.reply.isProvisional = true;
  const frames = playersIn(html);
  if (frames.length > 0) call.reply.frames = frames;
  return {
    ...about,
    html: await showImages(call, html, { origin: '', isBelowCover: post.picture !== undefined }),
    toc,
    minutes: readingMinutes(words),
  };
}

/** A heading at the beginning: its id, its text without markup, and the link to itself. */
const FIRST_HEADING = /^<h2 id="([^"]*)"(?: dir="[a-z]+")?>[^<]*(?:<a class="anchor" [^>]*><\/a>)?<\/h2>/;

/** A text whose first heading repeats the title, as texts from other systems do: the page shows the title once. */
function withoutTitle({ html, toc }: Pick<Rendered, 'html' | 'toc'>, title: string): Pick<Rendered, 'html' | 'toc'> {
  const [heading, id] = FIRST_HEADING.exec(html) ?? [];
  const [first, ...others] = toc;
  if (heading === undefined || first?.id !== id || foldTitle(first?.text ?? '') !== foldTitle(title))
    return { html, toc };
  const left = html.slice(heading.length).trimStart();
  // All others stood below the title.
  if (others.some(({ level }) => level === 2)) return { html: left, toc: others };
  return { html: promoteHeadings(left), toc: others.map((one) => ({ ...one, level: 2 })) };
}

/** Headings one level higher, from the third level on. */
function promoteHeadings(html: string): string {
  return html.replaceAll(
    /<(\/?)h([3-6])(?=>| id=")/g,
    (_, end: string, level: string) => `<${end}h${Number(level) - 1}`,
  );
}

function foldTitle(text: string): string {
  return foldCase(text).replaceAll(/\s+/g, ' ').trim();
}

/** The excerpt or a substitute; never empty. */
function descriptionOf(post: PostDetail, settings: Settings): string {
  if (post.excerpt !== '') return post.excerpt;
  return post.protected === 1 ? translator(settings)('feed.protected') : post.title;
}
