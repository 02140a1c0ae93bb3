import { createHash } from 'node:crypto';

import { escapeHtml } from '../../routers/text.ts';
import { renderThread } from './thread.ts';

/** Renders Markdown, each text once. */
export interface Renderer {
  /** Sanitised HTML; a text that cannot be rendered in bounded time is shown as it is. */
  renderMarkdown(markdown: string): Promise<string>;
}

/** Characters of HTML that are kept. */
const KEPT = 16_000_000;

/**
 * Makes a renderer that keeps what it rendered.
 *
 * @param render gives null for a text that it cannot render
 */
export function createRenderer(render: (markdown: string) => Promise<string | null> = renderThread()): Renderer {
  // In the order of use, the least recently used first.
  const kept = new Map<string, { html: Promise<string>; size: number }>();
  let total = 0;

  function forget(key: string): void {
    total -= kept.get(key)?.size ?? 0;
    kept.delete(key);
  }

  function keep(key: string, html: Promise<string>, size: number): void {
    forget(key);
    kept.set(key, { html, size });
    total += size;
    for (const oldest of kept.keys()) {
      if (total <= KEPT) return;
      forget(oldest);
    }
  }

  async function start(key: string, markdown: string): Promise<string> {
    const html = (await render(markdown)) ?? asItIs(markdown);
    keep(key, Promise.resolve(html), html.length);
    return html;
  }

  return {
    renderMarkdown(markdown) {
      const key = createHash('sha256').update(markdown).digest('base64');
      const { html, size } = kept.get(key) ?? { html: start(key, markdown), size: 0 };
      keep(key, html, size);
      return html;
    },
  };
}

function asItIs(markdown: string): string {
  return `<pre>${escapeHtml(markdown)}</pre>`;
}
