import type { Importer } from '../importer.ts';
import { readTable, textField, type Fields } from '../markdown/fields.ts';
import { itemsOfThreads, readTime, type SourceComment } from '../threads.ts';
import { wholeJson } from '../whole-json.ts';

/** The discussions of giscus, as GitHub's GraphQL API returns them, in one page or several. */
export const giscus: Importer = {
  name: 'giscus',
  system: 'giscus',
  commentsOnly: true,
  recognizes: (start) => /^\s*[[{]/.test(start) && /"discussions"\s*:/.test(start),
  async *read(source) {
    const pages = [await wholeJson(source)].flat();
    const threads = pages.flatMap((page) => {
      const { data = page } = readTable(page);
      const { repository = data } = readTable(data);
      return readNodes(readTable(repository)['discussions']);
    });
    if (threads.length === 0) throw new Error(`${source.name} has no discussions of giscus.`);
    yield* itemsOfThreads('giscus', threads.flatMap(threadComments));
  },
};

/** The issues of utterances, as `gh issue list --json number,title,body,url,comments` writes them. */
export const utterances: Importer = {
  name: 'utterances',
  system: 'utterances',
  commentsOnly: true,
  recognizes: (start) => /^\s*\[\s*\{/.test(start) && /"comments"\s*:\s*\[/.test(start) && /"number"\s*:/.test(start),
  async *read(source) {
    const issues = await wholeJson(source);
    if (!Array.isArray(issues)) throw new Error(`${source.name} has no issues of utterances.`);
    yield* itemsOfThreads('utterances', issues.map(readTable).flatMap(threadComments));
  },
};

/** The comments of a discussion or an issue, which belong to the page that it names. */
function threadComments(thread: Fields): SourceComment[] {
  const page = { url: findPage(thread), title: threadTitle(thread) };
  return readNodes(thread['comments']).flatMap((comment) => [
    toComment(comment, page),
    ...readNodes(comment['replies']).map((reply) => toComment(reply, page, textField(comment['id']))),
  ]);
}

function toComment(row: Fields, page: Pick<SourceComment, 'url' | 'title'>, parent?: string): SourceComment {
  return {
    ...page,
    id: textField(row['id']) ?? '',
    parent,
    // Accounts that were deleted are null; GitHub shows them as ghost.
    author: textField(readTable(row['author'])['name']) ?? textField(readTable(row['author'])['login']) ?? 'ghost',
    content: textField(row['body']) ?? '',
    isMarkdown: true,
    isOwner: row['authorAssociation'] === 'OWNER',
    createdAt: readTime(textField(row['createdAt']) ?? ''),
    status: 'approved',
    skipBecause: row['isMinimized'] === true ? 'It is hidden.' : undefined,
  };
}

/** Both write a link to the page into the first text; else the title is its path or its URL. */
function findPage({ title, body }: Fields): string {
  const named = (textField(title) ?? '').trim();
  const links = (textField(body) ?? '').match(/https?:\/\/[^\s"'<>()[\]]{1,2000}/g) ?? [];
  if (URL.canParse(named)) return named;
  const path = `/${named.replace(/^\/+/, '')}`;
  const isOf = (link: string) => decodedPath(link).startsWith(decodedPath(`https://page${path}`));
  return links.find(isOf) ?? links.at(-1) ?? path;
}

/** A title that is a path names no page. */
function threadTitle({ title, body }: Fields): string | undefined {
  const [heading] = /(?<=^#[ \t])[^\n]{1,200}$/m.exec(textField(body) ?? '') ?? [];
  const named = textField(title);
  return [heading, named].find((text) => text !== undefined && /\s/.test(text.trim()));
}

function decodedPath(url: string): string {
  if (!URL.canParse(url)) return '';
  const { pathname } = new URL(url);
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/** A list, or the `nodes` of GraphQL. */
function readNodes(value: unknown): Fields[] {
  const nodes = Array.isArray(value) ? value : readTable(value)['nodes'];
  return Array.isArray(nodes) ? nodes.map(readTable) : [];
}
