import { createHash } from 'node:crypto';

import { escapeHtml } from '../../routers/text.ts';
import type { Render, Rendered, Source } from './rendered.ts';
import { renderThread } from './thread.ts';
import { countWords } from './words.ts';

/** Renders Markdown, each text once. */
export interface Renderer {
  /**
   * Sanitised HTML and what belongs to it; a text that cannot be rendered in bounded time is shown as it is.
   *
   * @param options.site the address of the site: links to other hosts are marked
   */
  render(markdown: string, options?: { site?: string }): Promise<Rendered>;
}

/** Characters that are kept. */
const KEPT = 16_000_000;

/**
 * Makes a renderer that keeps what it rendered.
 *
 * @param render gives null for a text that it cannot render
 */
export function createRenderer(render: Render = renderThread()): Renderer {
  // In the order of use, the least recently used first.
  const kept = new Map<string, { rendered: Promise<Rendered>; size: number }>();
  let total = 0;

  function forget(key: string): void {
    total -= kept.get(key)?.size ?? 0;
    kept.delete(key);
  }

  function keep(key: string, rendered: Promise<Rendered>, size: number): void {
    forget(key);
    kept.set(key, { rendered, size });
    total += size;
    for (const oldest of kept.keys()) {
      if (total <= KEPT) return;
      forget(oldest);
    }
  }

  async function start(key: string, source: Source): Promise<Rendered> {
    const rendered = (await render(source)) ?? asItIs(source.markdown);
    keep(key, Promise.resolve(rendered), sizeOf(rendered));
    return rendered;
  }

  return {
    render(markdown, { site = '' } = {}) {
      const key = createHash('sha256').update(`${site}\n`).update(markdown).digest('base64');
      const { rendered, size } = kept.get(key) ?? { rendered: start(key, { markdown, site }), size: 0 };
      keep(key, rendered, size);
      return rendered;
    },
  };
}

function sizeOf({ html, toc }: Rendered): number {
  return toc.reduce((sum, { id, text }) => sum + id.length + text.length, html.length);
}

function asItIs(markdown: string): Rendered {
  return { html: `<pre tabindex="0">${escapeHtml(markdown)}</pre>`, toc: [], words: countWords(markdown) };
}
