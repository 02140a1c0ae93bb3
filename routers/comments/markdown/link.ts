import { piecesOf } from '../../../shared/text-links.ts';
import { escapeHtml } from '../../base/text.ts';

/** What links of comments may lead to. */
const SCHEMES = new Set(['http:', 'https:', 'mailto:']);

/**
 * A link in a comment; null for a target that is not allowed, such as `javascript:` or a path.
 *
 * @param content its HTML
 */
export function linkTo(href: string, content: string): string | null {
  const url = URL.parse(href);
  if (!url || !SCHEMES.has(url.protocol)) return null;
  return `<a href="${escapeHtml(url.href)}" rel="ugc nofollow">${content}</a>`;
}

/** A plain text as paragraphs, whose bare URLs are links. */
export function renderPlain(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${linked(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('');
}

function linked(text: string): string {
  return piecesOf(text)
    .map(({ text: shown, href }) => (href === undefined ? null : linkTo(href, escapeHtml(shown))) ?? escapeHtml(shown))
    .join('');
}
