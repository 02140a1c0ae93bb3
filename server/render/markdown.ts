import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { countWords, escapeHtml } from '../../routers/text.ts';
import { VERSION } from '../../shared/version.ts';
import { localeFor } from '../locales.ts';
import type { Render, Shown, Source } from './rendered.ts';
import type { Renderings } from './renderings.ts';
import { renderThreads } from './thread.ts';

/** Renders Markdown, each text once. */
export interface Renderer {
  /**
   * Sanitised HTML and what belongs to it; a text that is too complex to render is shown as plain text.
   *
   * @param options.site the address of the site: links to other hosts are marked
   * @param options.language the language tag of the site; English when absent
   * @param options.post the id of the post whose text it is; it is then kept with the post, over starts
   */
  render(markdown: string, options?: { site?: string; language?: string; post?: string }): Promise<Shown>;
  /** A post was changed: what the database had of it may be gone. */
  touch(post: string): void;
}

interface Kept {
  shown: Promise<Shown>;
  /** Characters; 0 until it is rendered. */
  size: number;
  /** False for what only stands in for a text until the machine is less busy. */
  isFinal: boolean;
  /** The posts with which the database has it. */
  storedWith: Set<string>;
}

/** Characters that are kept in memory. */
const KEPT = 16_000_000;

/**
 * Makes a renderer that keeps what it rendered.
 *
 * @param render gives null for a text that takes too much, and rejects when it may work later
 * @param renderings where the texts of posts are kept; absent: in memory only
 */
export function createRenderer(render: Render = renderThreads(), renderings?: Renderings): Renderer {
  // In the order of use, the least recently used first.
  const kept = new Map<string, Kept>();
  let total = 0;

  function forget(key: string): void {
    total -= kept.get(key)?.size ?? 0;
    kept.delete(key);
  }

  function keep(key: string, one: Kept): void {
    forget(key);
    kept.set(key, one);
    total += one.size;
    for (const oldest of kept.keys()) {
      if (total <= KEPT) return;
      forget(oldest);
    }
  }

  function start(key: string, source: Source, post: string | undefined): Kept {
    const one: Kept = { shown: make(), size: 0, isFinal: true, storedWith: new Set() };
    return one;

    async function make(): Promise<Shown> {
      const stored = post === undefined ? null : await renderings?.find(post, key).catch(() => null);
      if (stored && post !== undefined) one.storedWith.add(post);
      const shown = stored ?? (await renderNow());
      forget(key);
      one.size = sizeOf(shown);
      if (one.isFinal) keep(key, one);
      return shown;
    }

    async function renderNow(): Promise<Shown> {
      try {
        const rendered = await render(source);
        return rendered ? { ...rendered, tooComplex: false } : asItIs(source.markdown);
      } catch {
        one.isFinal = false;
        return { ...asItIs(source.markdown), isProvisional: true };
      }
    }
  }

  /** After the answer to whoever asked; when it fails, the next reader's call tries again. */
  async function store(one: Kept, key: string, { markdown }: Source, post: string): Promise<void> {
    const shown = await one.shown;
    await nextTurn();
    if (!one.isFinal || one.storedWith.has(post)) return;
    one.storedWith.add(post);
    await renderings?.keep(post, key, markdown, shown).catch(() => one.storedWith.delete(post));
  }

  return {
    render(markdown, { site = '', language = 'en', post } = {}) {
      const source = { markdown, site, language: localeFor(language).name };
      const madeFrom = `${VERSION}\n${site}\n${source.language}\n`;
      const key = createHash('sha256').update(madeFrom).update(markdown).digest('base64');
      const one = kept.get(key) ?? start(key, source, post);
      keep(key, one);
      if (post !== undefined) store(one, key, source, post).catch(() => undefined);
      return one.shown;
    },
    touch(post) {
      for (const one of kept.values()) one.storedWith.delete(post);
    },
  };
}

function sizeOf({ html, toc }: Shown): number {
  return toc.reduce((sum, { id, text }) => sum + id.length + text.length, html.length);
}

function asItIs(markdown: string): Shown {
  const html = `<pre tabindex="0">${escapeHtml(markdown)}</pre>`;
  return { html, toc: [], words: countWords(markdown), tooComplex: true };
}
