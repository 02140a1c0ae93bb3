import { appError } from '../../../../routers/base/errors.ts';
import { listPosts } from '../../../../routers/posts/list.ts';
import type { Settings } from '../../../../routers/data/settings/schemas.ts';
import { NO_LOOK, type NameLook } from '../../../../routers/taxonomy/looks.ts';
import { currentName, readLook } from '../../../../routers/taxonomy/named.ts';
import { isStorable } from '../../../../routers/base/text.ts';
import { namePath } from '../../../process/paths.ts';
import type { View } from '../engine.ts';
import { sharedImage, withPictures } from '../covers.ts';
import { accentFile } from '../identity/accents.ts';
import { personOf } from '../identity/person.ts';
import { Moved } from '../redirects.ts';
import type { PageRequest } from '../request.ts';
import { subscribeBox } from './subscribe.ts';
import { titleWithPage, translator } from './translate.ts';

/** Posts on one page of a list, and the highest page (docs/interface.md, W18). */
export const PAGE_SIZE = 10;
export const LAST_PAGE = 200;

/** A list of all posts, or of those with a tag or category. */
export interface Listing {
  kind: 'home' | 'tag' | 'category';
  /** The tag or category. */
  name?: string;
  page: number;
  /** The path of a page by number. */
  pathOf: (page: number) => string;
}

/**
 * A page of a list of posts.
 *
 * @throws NOT_FOUND for a page after the last, or a tag or category without posts, and Moved for a former name
 */
export async function listView({ call }: PageRequest, listing: Listing): Promise<View> {
  const { kind, name, page, pathOf } = listing;
  if (name !== undefined && !isStorable(name)) throw nothingThere();
  const filter = kind === 'home' ? {} : { [kind]: name };
  const { posts, total } = await listPosts(call, { page, pageSize: PAGE_SIZE, ...filter });
  if (posts.length === 0 && (page > 1 || kind !== 'home')) throw await missing(call, listing, total);
  const settings = await call.settings.current();
  const look = kind === 'home' || name === undefined ? NO_LOOK : await readLook(call, kind, name);
  const about = look.description;
  return {
    template: 'list',
    values: {
      kind,
      name,
      posts: await withPictures(call, posts),
      total,
      ...(kind === 'home' && page === 1 && { subscribe: await subscribeBox(call) }),
      about,
      ...(await shownLook(call, look, name ?? '', settings)),
      ...(kind !== 'home' && name !== undefined && { feed_folder: namePath(kind, name) }),
      ...namesOf(listing, settings, about),
      path: pathOf(page),
      ...(kind === 'home' && page === 1 && { structured: siteData(settings) }),
      ...pagesAround(page, total, pathOf),
    },
  };
}

/** The picture and the colour of a tag or category. */
async function shownLook(call: PageRequest['call'], { picture, color }: NameLook, name: string, settings: Settings) {
  const [shown] = picture === '' ? [] : await withPictures(call, [{ cover: picture }]);
  const { url: image, ...size } = picture === '' ? { url: '' } : await sharedImage(call, picture, '', settings.siteUrl);
  return {
    ...(shown?.picture && { picture: shown.picture }),
    ...(color !== '' && { accent_styles: accentFile(color) }),
    ...(image !== '' && {
      image,
      ...(size.width && { image_width: size.width, image_height: size.height }),
      image_alt: name,
    }),
  };
}

/** Why there is nothing: the tag or category has another name, or nothing was ever there. */
async function missing(call: PageRequest['call'], { kind, name }: Listing, total: number): Promise<Error> {
  const current = kind !== 'home' && name !== undefined && total === 0 ? await currentName(call, kind, name) : null;
  if (kind !== 'home' && current !== null) return new Moved(namePath(kind, current));
  return nothingThere();
}

function nothingThere(): Error {
  return appError('NOT_FOUND', 'There is no such page.');
}

/** The site for search engines (schema.org, WebSite). */
function siteData(settings: Settings) {
  const { title, description, siteUrl, language, author } = settings;
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: title,
    inLanguage: language,
    ...(description !== '' && { description }),
    ...(author !== '' && { author: personOf(author, settings) }),
    ...(siteUrl !== '' && {
      url: `${siteUrl}/`,
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${siteUrl}/search?q={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    }),
  };
}

/** The title and description of the page. */
function namesOf({ kind, name = '', page }: Listing, settings: Settings, described: string) {
  const t = translator(settings);
  const about = kind === 'home' ? settings.description || settings.title : described || t(`list.${kind}`, { name });
  const title = titleWithPage(t, name, page);
  return { ...(title !== '' && { title }), description: titleWithPage(t, about, page) };
}

/** The number of the last page, and the paths of the previous and next page. */
export function pagesAround(page: number, total: number, pathOf: (page: number) => string, pageSize = PAGE_SIZE) {
  const last = Math.min(LAST_PAGE, Math.max(1, Math.ceil(total / pageSize)));
  return {
    page,
    last,
    ...(page > 1 && { previous_path: pathOf(page - 1) }),
    ...(page < last && { next_path: pathOf(page + 1) }),
  };
}
