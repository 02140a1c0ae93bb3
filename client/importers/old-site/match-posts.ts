import type { ImportReport } from '../import-report.ts';
import { normalAddress } from '../markdown/source-links.ts';
import type { SourcePost } from '../markdown/source-post.ts';
import type { OldPage, OldSite } from './old-site.ts';

/**
 * Gives the posts of a folder the addresses that their site really had: those of the pages with the address that the
 * configuration gives, else with the title and date, else with the end of the path. A post without a page was not public
 * if all pages are known. The report lists the pages without a post.
 *
 * @param posts by path
 */
export function matchPosts(
  posts: ReadonlyMap<string, SourcePost>,
  site: OldSite,
  report: Pick<ImportReport, 'notes'>,
): void {
  const pages = site.pages.filter(({ target }) => target === undefined);
  const redirects = Map.groupBy(
    site.pages.filter(({ target }) => target !== undefined),
    ({ target = '' }) => normalAddress(target),
  );
  const found = pagesOf(posts, pages);
  const used = new Set<OldPage>();
  for (const [file, post] of posts) {
    const own = found.get(post) ?? [];
    const page = own.flatMap(({ path, file: ofPage = path }) => [path, ofPage]);
    const former = own.flatMap(({ path }) => redirects.get(normalAddress(path)) ?? []);
    for (const one of [...own, ...former]) used.add(one);
    const forms = formsOf(page, post.aliases);
    if (own.length > 0)
      post.aliases = [...new Set([...page, ...former.map(({ path }) => path), ...forms, ...declaredBy(post)])];
    else unmatched(file, post, site, report);
  }
  const left = site.pages.filter((page) => !used.has(page));
  if (left.length > 0) report.notes.push({ file: site.source, reason: describeLeft(left) });
}

/** The addresses that the configuration gives for the files of pages: servers answer `a.html` at `/a` too. */
function formsOf(page: readonly string[], addresses: readonly string[]): string[] {
  const same = new Set(page.map(normalAddress));
  return addresses.filter((address) => same.has(normalAddress(address)));
}

/** The pages of each post. */
function pagesOf(posts: ReadonlyMap<string, SourcePost>, pages: readonly OldPage[]): Map<SourcePost, OldPage[]> {
  const found = new Map<SourcePost, OldPage[]>();
  const used = new Set<OldPage>();
  const byAddress = Map.groupBy(pages, ({ path }) => normalAddress(path));
  const take = (post: SourcePost, matching: readonly OldPage[]) => {
    const free = matching.filter((page) => !used.has(page));
    for (const page of free) used.add(page);
    if (free.length > 0) found.set(post, free);
  };
  // The addresses of its aliases are those of others, or of pages that redirect.
  for (const post of posts.values()) {
    const first = post.aliases.map(normalAddress).find((address) => byAddress.has(address));
    if (first !== undefined) take(post, byAddress.get(first)!);
  }
  for (const keysOf of [titleKeys, endKeys]) {
    const postsLeft = [...posts.values()].filter((post) => !found.has(post));
    const byKey = Map.groupBy(
      pages.filter((page) => !used.has(page)).flatMap((page) => keysOf(page.path, page).map((key) => ({ key, page }))),
      ({ key }) => key,
    );
    const wanted = Map.groupBy(
      postsLeft.flatMap((post) => keysOf(post.facts.name, post).map((key) => ({ key, post }))),
      ({ key }) => key,
    );
    for (const [key, candidates] of wanted) {
      const matching = byKey.get(key) ?? [];
      const [only] = candidates;
      // Of several posts or pages none is certain.
      if (only && candidates.length === 1 && matching.length === 1 && !found.has(only.post))
        take(only.post, [matching[0]!.page]);
    }
  }
  return found;
}

interface Titled {
  title?: string | undefined;
  date?: string | undefined;
}

/** With the date first: series have one title. */
function titleKeys(_path: string, { title, date }: Titled): string[] {
  const known = folded(title ?? '');
  return known === '' ? [] : [...(date === undefined ? [] : [`${known} ${date}`]), known];
}

/** The last part of the path, with the day that the path contains. */
function endKeys(path: string, { date }: Titled): string[] {
  const end = folded(
    path
      .replace(/\.html?$/, '')
      .split('/')
      .findLast((part) => part !== '') ?? '',
  );
  const [day] = /\d{4}\/\d\d\/\d\d/.exec(path) ?? [];
  const known = day?.replaceAll('/', '-') ?? date;
  return end === '' ? [] : [...(known === undefined ? [] : [`${end} ${known}`]), end];
}

function folded(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{Nd}]+/gu, '');
}

/** The aliases that a front matter declares: a sitemap does not list them. */
function declaredBy({ aliases, fields }: SourcePost): string[] {
  const count = ['aliases', 'redirect_from', 'alias'].flatMap((name) => fields[name] ?? []).length;
  return count === 0 ? [] : aliases.slice(1);
}

function unmatched(file: string, post: SourcePost, site: OldSite, { notes }: Pick<ImportReport, 'notes'>): void {
  if (post.status === 'draft') return;
  post.aliases = [];
  if (site.isComplete) {
    post.status = 'draft';
    post.draftBecause = `It was not public: ${site.source} has no page for it.`;
  } else notes.push({ file, reason: `${site.source} has no address for it.` });
}

/** How many addresses a sentence names. */
const NAMED = 50;

function describeLeft(left: readonly OldPage[]): string {
  const named = left.slice(0, NAMED).map(({ path }) => path);
  const others = left.length > NAMED ? ` and ${left.length - NAMED} more` : '';
  return `${left.length} of its addresses ${left.length === 1 ? 'belongs' : 'belong'} to no post: ${named.join(', ')}${others}.`;
}
