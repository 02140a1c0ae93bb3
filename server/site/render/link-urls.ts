import { escapeHtml } from '../../../routers/base/text.ts';
import { piecesOf } from '../../../shared/text-links.ts';

/** Text of visitors as HTML, whose URLs are links. */
export function linkUrls(text: string): string {
  return piecesOf(text)
    .map(({ text: shown, href }) =>
      href === undefined
        ? escapeHtml(shown)
        : `<a href="${escapeHtml(href)}" rel="ugc nofollow noopener">${escapeHtml(shown)}</a>`,
    )
    .join('');
}
