import type { SourceFile } from '../source-file.ts';
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
 */
export class SourceLinks {
  readonly #posts: ReadonlyMap<string, SourcePost>;
  readonly #files: ReadonlyMap<string, SourceFile>;
  readonly #hosts: ReadonlySet<string>;
  readonly #byAddress = new Map<string, SourcePost>();
  /** Posts and files by the last part of their path; null if several have it. */
  readonly #byName = new Map<string, SourcePost | SourceFile | null>();
  readonly #headings = new WeakMap<SourcePost, (fragment: string) => string>();

  constructor(
    posts: ReadonlyMap<string, SourcePost>,
    files: ReadonlyMap<string, SourceFile>,
    hosts: ReadonlySet<string> = new Set(),
  ) {
    this.#posts = posts;
    this.#files = files;
    this.#hosts = hosts;
    for (const [path, post] of posts) {
      for (const address of post.aliases.map(normalAddress)) {
        if (!this.#byAddress.has(address)) this.#byAddress.set(address, post);
      }
      for (const name of new Set([lastOf(path), post.facts.fileName, post.facts.name])) this.#name(name, post);
    }
    for (const [path, file] of files) this.#name(lastOf(path), file);
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

  /** The post or file with a name, as wiki links and shortcodes refer to them; undefined if it is not unique. */
  named(name: string, fragment = ''): LinkTarget | undefined {
    const found = this.#byName.get(name) ?? this.#byName.get(`${name}.md`);
    if (!found) return undefined;
    return 'read' in found ? { file: found } : { post: found, fragment: this.#heading(found, fragment) };
  }

  /** The path of a URL on a host of the blog, or a path as written; undefined for another host. */
  #ownPath(url: string): string | undefined {
    if (url.startsWith('@/')) return decoded(url.slice(1));
    if (!/^[a-z][a-z0-9+.-]*:|^\/\//i.test(url)) return decoded(url);
    const absolute = URL.canParse(url, 'https://x') ? new URL(url, 'https://x') : undefined;
    if (!absolute || !/^https?:$/.test(absolute.protocol) || !this.#hosts.has(absolute.host)) return undefined;
    return decoded(absolute.pathname);
  }

  #postAt(path: string, address: string): SourcePost | undefined {
    if (/\.(?:md|markdown)$/i.test(address)) {
      const inFolder = pathsOf(path, address).map((one) => this.#posts.get(one));
      return inFolder.find((post) => post !== undefined);
    }
    const [own = '/'] = this.#posts.get(path)?.aliases ?? [];
    const absolute = address.startsWith('/') ? address : joined(own.endsWith('/') ? own : folderOf(own), address);
    return this.#byAddress.get(normalAddress(absolute));
  }

  #fileAt(path: string, address: string): SourceFile | undefined {
    // Hexo has a folder for each post, with the name of its file.
    const inOwnFolder = address.startsWith('/') ? [] : [joined(`${path.replace(/\.[^./]+$/, '')}/`, address)];
    return [...pathsOf(path, address), ...inOwnFolder]
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
    const known = this.#byName.get(name);
    this.#byName.set(name, known === undefined || known === value ? value : null);
  }
}

/** Where a path in a file may be in the folder. */
function pathsOf(path: string, address: string): string[] {
  if (address.startsWith('/')) return ROOTS.map((root) => root + joined('', address.replace(/^\/+/, '')));
  return [joined(folderOf(path), address)];
}

/** Addresses that servers treat alike are one: `/a/`, `/a/index.html` and `/a.html`. */
export function normalAddress(address: string): string {
  return `/${decoded(address).replace(/^\/+/, '')}`
    .replace(/(?:\/index)?\.html?$/i, '')
    .replace(/\/+$/, '')
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

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
