import { decodePercent } from '../../../shared/decode-percent.ts';
import { parentFolder, lastName, type SourceFile } from '../source-file.ts';
import { headingFinder } from './heading-anchors.ts';
import type { SourcePost } from './source-post.ts';

/** What a URL in a post leads to: another post, or a file of the folder. */
export type LinkTarget = { post: SourcePost; fragment: string } | { file: SourceFile };

/** Folders whose content generators copy to the root of the site. */
const ROOTS = ['', 'static/', 'public/', 'source/', 'content/', 'assets/', 'src/', 'src/content/', 'docs/'];

/**
 * Finds what the URLs in the posts of a folder lead to.
 *
 * @param posts by path in the folder
 * @param files the other files, by path
 * @param hosts of the blog; URLs of other hosts lead elsewhere
 * @param bases the paths below which the blog was on its hosts, such as `/blog`
 */
export class SourceLinks {
  readonly #posts: ReadonlyMap<string, SourcePost>;
  readonly #files: ReadonlyMap<string, SourceFile>;
  readonly #hosts: ReadonlySet<string>;
  readonly #bases: readonly string[];
  readonly #byAddress = new Map<string, SourcePost>();
  /** Posts and files by the end of their path, in lower case; null if several have it. */
  readonly #byName = new Map<string, SourcePost | SourceFile | null>();
  /** The folders of bundles, by their address. */
  readonly #folders = new Map<string, string>();
  readonly #headings = new WeakMap<SourcePost, (fragment: string) => string>();

  constructor(
    posts: ReadonlyMap<string, SourcePost>,
    files: ReadonlyMap<string, SourceFile>,
    hosts: ReadonlySet<string> = new Set(),
    bases: readonly string[] = [],
  ) {
    this.#posts = posts;
    this.#files = files;
    this.#hosts = hosts;
    this.#bases = bases;
    for (const [path, post] of posts) {
      for (const address of post.aliases.map(normalAddress)) {
        if (!this.#byAddress.has(address)) this.#byAddress.set(address, post);
        if (/(?:^|\/)index\.[^/]*$/.test(path)) this.#folders.set(address, parentFolder(path));
      }
      const withoutEnd = path.replace(/\.[^./]+$/, '');
      for (const name of new Set([path, withoutEnd].flatMap(endsOf).concat(post.facts.name))) this.#name(name, post);
    }
    for (const [path, file] of files) for (const name of endsOf(path)) this.#name(name, file);
  }

  /**
   * @param path of the file with the URL
   * @param url as written
   */
  find(path: string, url: string): LinkTarget | undefined {
    const [, written = '', fragment = ''] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/.exec(url) ?? [];
    if (written === '') return undefined;
    const address = this.#ownPath(written);
    if (address === undefined) return undefined;
    const post = this.#postAt(path, address);
    if (post) return { post, fragment: this.#heading(post, fragment) };
    const file = this.#fileAt(path, address);
    return file && { file };
  }

  /**
   * The post or file with a name, or whose path ends so, as wiki links and shortcodes refer to them; undefined if it is
   * not unique.
   */
  named(name: string, fragment = ''): LinkTarget | undefined {
    const found = this.#byName.get(folded(name.replace(/^\/+/, '')));
    if (!found) return undefined;
    return 'read' in found ? { file: found } : { post: found, fragment: this.#heading(found, fragment) };
  }

  /** The path of a URL on a host of the blog, or a path as written; undefined for another host. */
  #ownPath(url: string): string | undefined {
    if (url.startsWith('@/')) return decodePercent(url.slice(1));
    if (!/^[a-z][a-z0-9+.-]*:|^\/\//i.test(url)) return decodePercent(url);
    const absolute = URL.canParse(url, 'https://x') ? new URL(url, 'https://x') : undefined;
    if (!absolute || !/^https?:$/.test(absolute.protocol) || !this.#hosts.has(absolute.host)) return undefined;
    return decodePercent(absolute.pathname);
  }

  #postAt(path: string, address: string): SourcePost | undefined {
    if (/\.(?:mdx?|markdown)$/i.test(address)) {
      // Eleventy takes paths from the folder of its input as well.
      const paths = [...pathsOf(path, address), ...pathsOf(path, `/${address}`)];
      const inFolder = paths.map((one) => this.#posts.get(one));
      return inFolder.find((post) => post !== undefined);
    }
    return this.#byAddress.get(normalAddress(this.#absolute(path, address)));
  }

  /** A path in a post as browsers resolve it, by the address of the post. */
  #absolute(path: string, address: string): string {
    const [own = '/'] = this.#posts.get(path)?.aliases ?? [];
    return address.startsWith('/') ? address : joined(own.endsWith('/') ? own : parentFolder(own), address);
  }

  #fileAt(path: string, address: string): SourceFile | undefined {
    // Hexo has a folder for each post, with the name of its file.
    const inOwnFolder = address.startsWith('/') ? [] : [joined(`${path.replace(/\.[^./]+$/, '')}/`, address)];
    const absolute = this.#absolute(path, address);
    const belowBase = this.#bases.flatMap((base) =>
      absolute.startsWith(`${base}/`) ? pathsOf(path, absolute.slice(base.length)) : [],
    );
    const bundle = this.#folders.get(normalAddress(parentFolder(absolute)));
    const inBundle = bundle === undefined ? [] : [bundle + lastName(absolute)];
    return [...pathsOf(path, address), ...inOwnFolder, ...inBundle, ...pathsOf(path, absolute), ...belowBase]
      .map((one) => this.#files.get(one))
      .find((file) => file !== undefined);
  }

  #heading(post: SourcePost, fragment: string): string {
    if (fragment === '') return '';
    const known = this.#headings.get(post) ?? headingFinder(post.content);
    this.#headings.set(post, known);
    return known(fragment);
  }

  #name(name: string, value: SourcePost | SourceFile): void {
    const known = this.#byName.get(folded(name));
    this.#byName.set(folded(name), known === undefined || known === value ? value : null);
  }
}

/** Where a path in a file may be in the folder. */
function pathsOf(path: string, address: string): string[] {
  if (address.startsWith('/')) return ROOTS.map((root) => root + joined('', address.replace(/^\/+/, '')));
  return [joined(parentFolder(path), address)];
}

/** Addresses that servers treat alike are one: `/a/`, `/a/index.html` and `/a.html`. */
export function normalAddress(address: string): string {
  return `/${decodePercent(address).replace(/^\/+/, '')}`
    .replace(/(?:\/index)?\.html?$/i, '')
    .replace(/(?<!\/)\/+$/, '')
    .normalize('NFC');
}

function joined(folder: string, address: string): string {
  const isAbsolute = folder.startsWith('/');
  const segments: string[] = [];
  for (const segment of `${folder}${address}`.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '.' && segment !== '') segments.push(segment);
  }
  return (isAbsolute ? '/' : '') + segments.join('/').normalize('NFC');
}

/** The path, and each part of it from a folder on. */
function endsOf(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_part, at) => parts.slice(at).join('/'));
}

function folded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
