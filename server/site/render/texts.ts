import type { Services } from '../../../routers/core/context.ts';
import type { MailedContent } from '../../../routers/core/mail-texts.ts';
import { appError } from '../../../routers/base/errors.ts';
import { sitePathOf } from '../../../shared/site-address.ts';
import { articlePath } from '../../process/paths.ts';
import { relocate } from '../../config/relocate.ts';
import { absolute } from './absolute.ts';
import { withoutLooks, withoutPlayers } from './feed-html.ts';
import type { Renderer } from './markdown.ts';
import { pictureOf } from './mail/cover.ts';
import { CONTENT_WIDTH } from './mail/pictures.ts';
import { showImages } from './show-images.ts';
import type { renderThreads } from './thread.ts';

interface TextsOptions extends Pick<Services, 'em' | 'policy' | 'settings'> {
  renderer: Renderer;
  readText: ReturnType<typeof renderThreads>;
}

/** How procedures render Markdown, and read the URLs in it. */
export function createTexts({
  em,
  policy,
  settings,
  renderer,
  readText,
}: TextsOptions): Pick<Services, 'markdown' | 'render' | 'renderPost' | 'renderForMail' | 'coverForMail'> {
  /** Of the last mail: those of a mailing follow each other. */
  let mailed: { shown: string; content: Promise<MailedContent | null> } | undefined;

  function contentForMail(shown: string, language: string): Promise<MailedContent | null> {
    if (mailed?.shown === shown) return mailed.content;
    const content = readText({ post: shown, language });
    mailed = { shown, content };
    content.catch(() => (mailed = undefined));
    return content;
  }

  return {
    markdown: {
      targetsIn: async (markdown) => (mayHaveUrls(markdown) && (await readText({ markdown }))) || [],
      replaceUrls: async (markdown, replacement) => (await readText({ markdown, replacement })) ?? markdown,
    },
    async render(markdown, origin) {
      const { siteUrl, language } = await settings.current();
      const source = { site: siteUrl, language };
      const {
        tooComplex,
        isProvisional,
        gone = [],
        ...rendered
      } = await renderer.render(markdown, {
        ...source,
        isChecked: true,
      });
      if (isProvisional) throw appError('SERVICE_UNAVAILABLE', undefined, { retryAfter: 1 });
      if (tooComplex) throw appError('CONTENT_TOO_COMPLEX');
      return {
        ...rendered,
        dropped: gone.map(({ name }) => name),
        droppedAt: gone,
        html: relocate(
          await showImages({ em: em.fork(), policy, settings, reply: {} }, rendered.html, { origin }),
          sitePathOf(origin),
        ),
      };
    },
    async renderPost({ id, kind = 'post', content }, origin, reply) {
      const { siteUrl, language } = await settings.current();
      const { html, isProvisional } = await renderer.render(content, { site: siteUrl, language, post: id });
      if (isProvisional) reply.isProvisional = true;
      return absolute(
        withoutLooks(withoutPlayers(await showImages({ em: em.fork(), policy, settings, reply }, html, { origin }))),
        origin + articlePath({ id, kind }),
        sitePathOf(origin),
      );
    },
    async renderForMail({ id, content }, siteUrl, reply) {
      const { language } = await settings.current();
      const { html, isProvisional } = await renderer.render(content, { site: siteUrl, language, post: id });
      if (isProvisional) reply.isProvisional = true;
      const shown = await showImages({ em: em.fork(), policy, settings, reply }, html, { origin: siteUrl });
      const page = siteUrl + articlePath({ id, kind: 'post' });
      return contentForMail(absolute(shown, page, sitePathOf(siteUrl)), language);
    },
    coverForMail: (fork, cover) => pictureOf({ em: fork, policy, settings }, cover, { width: CONTENT_WIDTH }),
  };
}

/** Whether a text may contain a link, definition, HTML tag or bare URL. */
function mayHaveUrls(markdown: string): boolean {
  return /\]\(|\]:|<|:\/\/|www\./i.test(markdown);
}
