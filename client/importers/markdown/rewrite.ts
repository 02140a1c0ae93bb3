import type { FileNote } from '../import-report.ts';
import type { Pictures } from '../pictures.ts';
import { isMediaFile, isPicture } from '../media-files.ts';
import { unique } from './fields.ts';
import { headingFinder } from './heading-anchors.ts';
import { plainLinks, POST } from './plain-links.ts';
import type { LinkTarget, SourceLinks } from './source-links.ts';
import type { SourcePost } from './source-post.ts';
import { replaceUrls, findUrls } from './urls.ts';

/** As `POST`, for a file until its URL is known. */
const FILE = 'octavo-file:';

/** The reason for a picture that the folder should contain. */
export const NOT_FOUND = 'It is not in the folder.';

/** The links of a post, whose URLs are replaced once the ids of posts and the URLs of files are known. */
export interface Rewriting {
  /** The posts to which it links. */
  posts: SourcePost[];
  /**
   * Replaces the URLs in the text, the cover and the picture of link previews, and removes a canonical URL that is its own.
   *
   * @param idOf the id of a post on this blog
   * @param pictures uploads files; absent in a dry run
   */
  apply(idOf: (post: SourcePost) => string, pictures: Pictures | undefined): Promise<Rewritten>;
}

/** The result of rewriting a post. */
export interface Rewritten {
  /** Links that lead to posts of this blog now. */
  links: number;
  /** Files that were found, and uploaded unless in a dry run. */
  files: string[];
  /** Pictures that could not be found or uploaded, with the reason. */
  missing: FileNote[];
}

/** Finds what the URLs in a post lead to. */
export function planRewriting(path: string, post: SourcePost, links: SourceLinks): Rewriting {
  const targets = new Map<string, LinkTarget>();
  const marked = (target: LinkTarget | undefined) => {
    if (!target) return undefined;
    const key = 'file' in target ? FILE + target.file.path : `${POST}${targets.size}`;
    targets.set(key, target);
    return key.replaceAll(' ', '%20');
  };
  const named = (name: string, fragment?: string) => {
    const target =
      name === ''
        ? fragment && { post, fragment: headingFinder(post.content)(fragment) }
        : (links.find(path, name + (fragment ? `#${fragment}` : '')) ?? links.named(name, fragment));
    const address = marked(target || undefined);
    return address === undefined || !target
      ? undefined
      : { address, title: 'post' in target ? target.post.title : name };
  };
  const text = plainLinks(post.content, post.title, named);
  const urls = unique([...findUrls(text), ...[post.cover ?? '', post.shareImage ?? ''].filter(Boolean)]);
  for (const url of urls) {
    const target = links.find(path, url);
    if (target && (!('file' in target) || isMediaFile(target.file.path))) targets.set(url, target);
  }
  const found = (url: string) => targets.get(url) ?? targets.get(url.replaceAll('%20', ' '));
  return {
    posts: [...new Set([...targets.values()].flatMap((target) => ('post' in target ? [target.post] : [])))],
    async apply(idOf, pictures) {
      const rewritten: Rewritten = { links: 0, files: [], missing: [] };
      const addresses = new Map<string, string>();
      for (const url of urls) {
        const address = await resolveTarget(url, found(url), { post, idOf, pictures, rewritten });
        if (address !== undefined) addresses.set(url, address);
        else if (url.startsWith(FILE)) addresses.set(url, url.slice(FILE.length));
      }
      post.content = replaceUrls(text, (url) => addresses.get(url));
      if (post.cover) post.cover = addresses.get(post.cover) ?? post.cover;
      if (post.shareImage) post.shareImage = addresses.get(post.shareImage) ?? post.shareImage;
      // It would lead search engines to the old site.
      const original = post.canonicalUrl && links.find(path, post.canonicalUrl);
      if (original && 'post' in original && original.post === post) post.canonicalUrl = '';
      return rewritten;
    },
  };
}

interface Applying {
  post: SourcePost;
  idOf: (post: SourcePost) => string;
  pictures: Pictures | undefined;
  rewritten: Rewritten;
}

async function resolveTarget(
  url: string,
  target: LinkTarget | undefined,
  applying: Applying,
): Promise<string | undefined> {
  const { post, idOf, pictures, rewritten } = applying;
  if (target && 'post' in target) {
    rewritten.links++;
    const fragment = target.fragment === '' ? '' : `#${target.fragment}`;
    return target.post === post && fragment !== ''
      ? fragment
      : `/posts/${encodeURIComponent(idOf(target.post))}${fragment}`;
  }
  try {
    if (target) {
      rewritten.files.push(target.file.path);
      return await pictures?.ofFile(target.file);
    }
    if (/^https?:/i.test(url) && URL.canParse(url)) {
      const address = await pictures?.ofUrl(url);
      if (address !== undefined) rewritten.files.push(url);
      return address;
    }
    if (isMissing(url, post)) {
      rewritten.missing.push({ file: url, reason: NOT_FOUND });
    }
  } catch (error) {
    rewritten.missing.push({ file: url, reason: error instanceof Error ? error.message : String(error) });
  }
  return undefined;
}

/** Whether a URL is that of a picture which the folder should contain. */
function isMissing(url: string, post: SourcePost): boolean {
  if (post.relativeImages.includes(url)) return true;
  return isPicture(url.replace(/[?#].*/s, '')) && !/^(?:[a-z][a-z0-9+.-]*:|\/\/|\/media\/)/i.test(url);
}
