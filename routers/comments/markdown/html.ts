import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';

import { plainText } from '../../../shared/plain-text.ts';
import { prepareQuery } from '../../base/prepare-query.ts';
import type { CallContext } from '../../core/context.ts';
import type { CommentShape } from '../answers.ts';
import type { CommentInput } from '../schemas.ts';
import { renderPlain } from './link.ts';

/** Texts that are kept in memory, in UTF-16 units: rendering takes most of the time of a list. */
const MOST_KEPT = 2_000_000;
/** Comments that are rendered before others get their turn. */
const AT_ONCE = 5;
/** Signs of Markdown above which a text is shown as it is: reading them takes the square of their number. */
const MOST_SIGNS = 400;

const rendered = new LRUCache<string, string>({
  maxSize: MOST_KEPT,
  sizeCalculation: (html, text) => html.length + text.length,
});

/** The texts of comments as HTML, in their order. Nothing in it needs to be sanitised. */
export async function renderComments(comments: readonly { content: string; markdown: boolean }[]): Promise<string[]> {
  const { renderMarkdown } = await import('./syntax.ts');
  const all: string[] = [];
  for (const [at, { content, markdown }] of comments.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await setImmediate();
    all.push(content === '' ? '' : markdown ? renderHtml(content, renderMarkdown) : renderPlain(content));
  }
  return all;
}

/** The HTML of one text. */
export async function renderComment(content: string, markdown: boolean): Promise<string> {
  const [html = ''] = await renderComments([{ content, markdown }]);
  return html;
}

function renderHtml(text: string, render: (text: string) => string): string {
  const known = rendered.get(text);
  if (known !== undefined) return known;
  const html = (text.match(/[*_\\>[\]]/g)?.length ?? 0) > MOST_SIGNS ? renderPlain(text) : attempt(text, render);
  rendered.set(text, html);
  return html;
}

function attempt(text: string, render: (text: string) => string): string {
  try {
    return render(text);
  } catch (error) {
    // Thousands of quotes in one another have no place on the stack.
    if (error instanceof RangeError) return renderPlain(text);
    throw error;
  }
}

/** Comments, with their `html` if it is to be included. One more statement. */
export async function withHtml<C extends Pick<CommentShape, 'id' | 'content'>>(
  { em }: Pick<CallContext, 'em'>,
  comments: C[],
  { include = [] }: Pick<CommentInput, 'include'>,
): Promise<(C & Pick<CommentShape, 'html' | 'markdown'>)[]> {
  if (!include.includes('html') || comments.length === 0) return comments;
  const marked = await markdownAmong(em, { ids: comments.map(({ id }) => id) });
  const ids = new Set(marked.map(({ id }) => id));
  const texts = comments.map(({ id, content }) => ({ content: plainText(content), markdown: ids.has(id) }));
  const html = await renderComments(texts);
  return comments.map((comment, at) => ({
    ...comment,
    html: html[at]!,
    ...(ids.has(comment.id) && { markdown: 1 as const }),
  }));
}

const markdownAmong = prepareQuery((db, { ids }: { ids: string[] }) =>
  db.selectFrom('comments').select('comments.id').where('comments.id', 'in', ids).where('comments.markdown', '=', 1),
);
