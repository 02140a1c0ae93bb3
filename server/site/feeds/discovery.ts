import { countVisible } from '../../../routers/posts/feed.ts';
import { CARD_PATH } from './server-card.ts';
import type { FeedContext } from './feed-context.ts';
import { clean } from './xml.ts';

/**
 * The Agentic Resource Discovery document, which lists the resources of the site for programs.
 *
 * @param startedAt when the service started, the date of its API
 */
export async function discovery({ call, base }: FeedContext, startedAt: Date): Promise<string> {
  const { title, description } = await call.settings.current();
  const { changed } = await countVisible(call);
  const host = hostOf(base);
  const entries = entriesFor(title, description).map(({ name, path, isContent, ...entry }) => ({
    identifier: `urn:air:${host}:${name}`,
    ...entry,
    url: base + path,
    updatedAt: (isContent && changed) || startedAt.toISOString(),
  }));
  const document = { specVersion: '1.0', host: { displayName: title, documentationUrl: `${base}/api/docs` }, entries };
  return JSON.stringify(document, (_, value: unknown) => (typeof value === 'string' ? clean(value) : value));
}

interface Entry {
  /** Namespace and name. */
  name: string;
  displayName: string;
  type: string;
  path: string;
  description: string;
  tags: string[];
  representativeQueries: string[];
  /** Whether it changes with the posts. */
  isContent: boolean;
}

function entriesFor(title: string, description: string): Entry[] {
  const about = description === '' ? '' : ` About the blog: ${description}`;
  const feed = (name: string, format: string, type: string, path: string): Entry => ({
    name: `feeds:${name}`,
    displayName: `${title}: posts as ${format}`,
    type,
    path,
    description: `The newest posts of ${title} with their whole texts, as ${format}.${about}`,
    tags: ['blog', 'feed', 'posts'],
    representativeQueries: [`What is new on ${title}?`, `Show me the latest posts of ${title}`, `Follow ${title}`],
    isContent: true,
  });
  return [
    {
      name: 'api:rest',
      displayName: `${title}: REST interface`,
      type: 'application/vnd.oai.openapi+json',
      path: '/api/openapi.json',
      description: `Describes how to list, read and search the posts of ${title}, and to comment on them.${about}`,
      tags: ['blog', 'posts', 'comments', 'openapi'],
      representativeQueries: [
        `List the posts of ${title} by category or tag`,
        `Read a post of ${title} with its comments`,
        `Leave a comment on ${title}`,
      ],
      isContent: false,
    },
    {
      name: 'api:search',
      displayName: `${title}: search`,
      type: 'application/json',
      path: '/api/search',
      description: `Full text search over the posts of ${title}: add ?q= with the words to look for.${about}`,
      tags: ['blog', 'search'],
      representativeQueries: [`Search ${title} for a topic`, `What has ${title} written about this?`],
      isContent: true,
    },
    {
      name: 'mcp:blog',
      displayName: `${title}: MCP server`,
      type: 'application/mcp-server-card+json',
      path: CARD_PATH,
      description: `Tools for agents with an API key: search and read the posts of ${title}, write drafts, moderate comments.${about}`,
      tags: ['blog', 'posts', 'comments', 'mcp'],
      representativeQueries: [
        `Search the posts of ${title}`,
        `Write a draft for ${title}`,
        `Which comments on ${title} wait for moderation?`,
      ],
      isContent: false,
    },
    feed('rss', 'RSS', 'application/rss+xml', '/feed.xml'),
    feed('atom', 'Atom', 'application/atom+xml', '/atom.xml'),
    feed('json', 'JSON Feed', 'application/feed+json', '/feed.json'),
  ];
}

/** The host as part of a name, which cannot contain the colons of an IPv6 address. */
function hostOf(base: string): string {
  return new URL(base).hostname.replace(/^\[|\]$/g, '').replace(/[^a-z0-9.-]/gi, '-');
}
