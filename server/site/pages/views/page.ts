import { appError, isNotFound } from '../../../../routers/base/errors.ts';
import { findByFormerId } from '../../../../routers/posts/former.ts';
import { findSeen, getPage, type FullDetail } from '../../../../routers/posts/read.ts';
import { authorsWith } from '../../../../routers/taxonomy/authors/read.ts';
import type { CallContext } from '../../../../routers/core/context.ts';
import { markdownPath, articlePath } from '../../../process/paths.ts';
import { withPicture } from '../covers.ts';
import type { View } from '../engine.ts';
import { personWithPage } from '../identity/person.ts';
import { Moved } from '../redirects.ts';
import type { PageRequest } from '../request.ts';
import { articleOf } from './article.ts';
import { headOf } from './head.ts';
import { threadView } from './thread.ts';

/**
 * A page of the owner, such as "About", with comments if it accepts them.
 *
 * @throws NOT_FOUND, Moved
 */
export async function pageView(request: PageRequest, id: string): Promise<View> {
  const { call } = request;
  const page = await withPicture(call, await ownPage(call, id));
  const settings = await call.settings.current();
  const path = articlePath(page);
  const { post: _, ...article } = await articleOf(request, page, settings);
  const head = await headOf(call, page, { ...article, path }, settings);
  const authors = await authorsWith(call.em, page.authors);
  const description = page.metaDescription || page.excerpt;
  return {
    template: 'page',
    values: {
      ...article,
      ...head,
      own_page: page,
      authors,
      here: page.id,
      path,
      ...(page.allowComments === 1 && { thread: await commentsOf(request, page.id, path) }),
      ...(page.protected === 0 && { markdown_path: markdownPath(page) }),
      structured: {
        '@context': 'https://schema.org',
        '@type': 'WebPage',
        name: page.title,
        dateModified: page.updated_at,
        inLanguage: settings.language,
        ...(authors.length > 0 && { author: authors.map((one) => personWithPage(one, settings)) }),
        publisher: { '@type': 'Organization', name: settings.title },
        ...(description !== '' && { description }),
        ...(head.image && { image: head.image }),
        ...(head.canonical && { url: head.canonical }),
      },
    },
  };
}

async function commentsOf(request: PageRequest, id: string, path: string) {
  const thread = await threadView(request, id, { path, parameter: 'before', newestFirst: false });
  return { ...thread, empty: 'comments.empty', invitation: 'form.comment' };
}

/**
 * The page at `/<id>`.
 *
 * @throws NOT_FOUND, and Moved for a former id of a public page
 */
export async function ownPage(call: CallContext, id: string): Promise<FullDetail> {
  try {
    return await getPage(call, id);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const current = await findByFormerId(call, id);
    if (current?.kind === 'page') throw new Moved(articlePath(current));
    // The message of every unknown URL.
    throw appError('NOT_FOUND', 'Nothing was found at this URL.');
  }
}

/** The path of the post or page whose comments are a thread. */
export async function pathOfThread(call: CallContext, id: string): Promise<string> {
  const { kind, slug } = await findSeen(call, id);
  return articlePath({ id: slug, kind });
}
