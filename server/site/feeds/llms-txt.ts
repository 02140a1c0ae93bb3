import type { PostKind } from '../../../entities/post.ts';
import { newestPlainPosts, publicPlainPages } from '../../../routers/posts/feed.ts';
import type { CallContext } from '../../../routers/core/context.ts';
import { markdownPath } from '../../process/paths.ts';
import type { FeedContext } from './feed-context.ts';
import { clean } from './xml.ts';

/** How many posts and pages of the owner are listed; the others are in the sitemap. */
const MAX_POSTS = 200;
const MAX_PAGES = 100;

/**
 * A summary of the blog for language models (https://llmstxt.org/): links to the newest plain posts as Markdown, and to
 * everything else.
 *
 * @param hasPages whether the reading site is served
 */
export async function llmsTxt({ call, base }: FeedContext, hasPages: boolean): Promise<string> {
  const { title, description, guestbookEnabled } = await call.settings.current();
  const posts = await newestPlainPosts(call, MAX_POSTS);
  const list = (name: string, links: readonly Link[]) =>
    `## ${name}\n\n${links.map((link) => linkLine(base, link)).join('')}`;
  const parts = [
    `# ${escapeMarkdown(title)}\n`,
    ...(description === '' ? [] : [`> ${escapeMarkdown(description)}\n`]),
    `The ${MAX_POSTS} newest posts at most, as Markdown; the sitemap lists all of them.\n`,
    ...(posts.length === 0 ? [] : [list('Posts', posts.map(linkTo('post')))]),
    ...(hasPages ? [list('Pages', await pagesOf(call, guestbookEnabled))] : []),
    list('Feeds', feeds),
    list('API', api),
  ];
  return parts.join('\n');
}

interface Link {
  name: string;
  path: string;
  about?: string;
}

/** The pages of the site: the home page, those of the owner as Markdown, and those of the service. */
async function pagesOf(call: CallContext, hasGuestbook: boolean): Promise<Link[]> {
  const own = await publicPlainPages(call, MAX_PAGES);
  const shown = pages.filter(({ path }) => hasGuestbook || path !== '/guestbook');
  return [{ name: 'Home', path: '/' }, ...own.map(linkTo('page')), ...shown];
}

const pages: readonly Link[] = [
  { name: 'Archive', path: '/archive' },
  { name: 'Search', path: '/search', about: 'add ?q= with the words to look for' },
  { name: 'Guestbook', path: '/guestbook' },
];

const feeds: readonly Link[] = [
  { name: 'RSS', path: '/feed.xml' },
  { name: 'Atom', path: '/atom.xml' },
  { name: 'JSON Feed', path: '/feed.json' },
  { name: 'Sitemap', path: '/sitemap.xml' },
];

const api: readonly Link[] = [
  { name: 'OpenAPI document', path: '/api/openapi.json', about: 'how to list, read and search posts' },
  { name: 'Reference', path: '/api/docs' },
  { name: 'MCP server card', path: '/mcp/server-card', about: 'tools for agents, with an API key of the owner' },
];

function linkTo(kind: PostKind) {
  return ({ id, title, excerpt }: { id: string; title: string; excerpt: string }): Link => ({
    name: title,
    path: markdownPath({ id, kind }),
    about: excerpt,
  });
}

function linkLine(base: string, { name, path, about = '' }: Link): string {
  return `- [${escapeMarkdown(name)}](${base}${path})${about === '' ? '' : `: ${escapeMarkdown(about)}`}\n`;
}

/** Text on one line, in which no character is Markdown. */
function escapeMarkdown(text: string): string {
  return clean(text)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#]/g, String.raw`\$&`);
}
