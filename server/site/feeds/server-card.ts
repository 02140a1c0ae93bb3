import { truncate } from '../../../shared/shorten.ts';
import { VERSION } from '../../../shared/version.ts';
import type { FeedContext } from './feed-context.ts';
import { clean } from './xml.ts';
import { MCP_PATH } from '../../http/mcp-path.ts';

/** Where the card is: the MCP Server Card extension reserves this path. */
export const CARD_PATH = `${MCP_PATH}/server-card`;

/** The maximum length of the card's texts. */
const MAX_LENGTH = 100;

/** The MCP Server Card: the URL of the server and the headers that it requires. */
export async function serverCard({ call, base }: FeedContext): Promise<string> {
  const { title } = await call.settings.current();
  return JSON.stringify({
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: `${namespaceOf(base)}/blog`,
    version: VERSION,
    title: truncate(clean(title), MAX_LENGTH),
    description: 'Search, read and list the posts and pages of a blog; write drafts and moderate comments.',
    websiteUrl: `${base}/`,
    remotes: [
      {
        type: 'streamable-http',
        url: base + MCP_PATH,
        headers: [
          {
            name: 'Authorization',
            description: 'An API key, which the owner of the blog creates in Settings.',
            isRequired: true,
            isSecret: true,
            value: 'Bearer {key}',
            variables: { key: { description: 'The API key, oct_…', isRequired: true, isSecret: true } },
          },
        ],
      },
    ],
  });
}

/** The host in reverse order, such as `example.blog`. */
function namespaceOf(base: string): string {
  const labels = new URL(base).hostname.replace(/[^a-z0-9.-]/gi, '-').split('.');
  return labels.reverse().join('.');
}
