import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { escapeHtml } from '../../../routers/base/text.ts';
import { countWords } from '../../../shared/words.ts';
import { VERSION } from '../../../shared/version.ts';
import { localeFor } from '../locales.ts';
import type { Render, Shown, Source } from './rendered.ts';
import type { Renderings } from './renderings.ts';
import { renderThreads } from './thread.ts';

/** Renders Markdown and caches the result. */
export interface Renderer {
  /**
   * Returns sanitised HTML and its metadata. A text that is too complex to render becomes plain text.
   *
   * @param options.site the URL of the site; links to other hosts are marked
   * @param options.language the language tag of the site; English when absent
   * @param options.post the id of the post, with which the database stores the result
   * @param options.isChecked whether `gone` is needed, which the database does not store
   */
  render(markdown: string, options?: RenderOptions): Promise<Shown>;
  /** Reports that a post has changed, which may delete its stored result. */
  touch(post: string): void;
}

/** The options of `Renderer.render`. */
interface RenderOptions {
  site?: string;
  language?: string;
  post?: string;
  isChecked?: boolean;
}

interface Entry {
  shown: Promise<Shown>;
  /** Characters; 0 until it is rendered. */
  size: number;
  /** Whether it comes from the database. */
  isStored: boolean;
  /** False for a placeholder that is shown until the machine is less busy. */
  isFinal: boolean;
  /** The posts with which the database stores it, and how often each had changed then. */
  storedWith: Map<string, number>;
}

/** The size of the cache in characters. */
const MAX_CACHED_CHARACTERS = 16_000_000;

/**
 * Creates a renderer with a cache.
 *
 * @param render resolves to null for a text that is too complex, and rejects if a retry may succeed
 * @param renderings stores the HTML of posts; default: in memory only
 */
export function createRenderer(render: Render = renderThreads(), renderings?: Renderings): Renderer {
  // An LRU cache: the least recently used entry is first.
  const entries = new Map<string, Entry>();
  let total = 0;
  /** How often each post has changed: its stored result may be gone since. */
  const changes = new Map<string, number>();
  const changesOf = (post: string): number => changes.get(post) ?? 0;

  function remove(key: string): void {
    total -= entries.get(key)?.size ?? 0;
    entries.delete(key);
  }

  function keep(key: string, entry: Entry): void {
    remove(key);
    entries.set(key, entry);
    total += entry.size;
    for (const oldest of entries.keys()) {
      if (total <= MAX_CACHED_CHARACTERS) return;
      remove(oldest);
    }
  }

  function start(key: string, source: Source, post: string | undefined): Entry {
    const entry: Entry = { shown: make(), size: 0, isFinal: true, isStored: false, storedWith: new Map() };
    return entry;

    async function make(): Promise<Shown> {
      const known = post === undefined ? 0 : changesOf(post);
      const stored = post === undefined ? null : await renderings?.find(post, key).catch(() => null);
      if (stored && post !== undefined) entry.storedWith.set(post, known);
      if (stored) entry.isStored = true;
      const shown = stored ?? (await renderNow());
      remove(key);
      entry.size = shownLength(shown);
      if (entry.isFinal) keep(key, entry);
      return shown;
    }

    async function renderNow(): Promise<Shown> {
      try {
        const rendered = await render(source);
        return rendered ? { ...rendered, tooComplex: false } : asPlainText(source.markdown);
      } catch {
        entry.isFinal = false;
        return { ...asPlainText(source.markdown), isProvisional: true };
      }
    }
  }

  /** Runs after the response; if it fails, the next call retries. */
  async function store(entry: Entry, key: string, { markdown }: Source, post: string): Promise<void> {
    const shown = await entry.shown;
    await nextTurn();
    if (!entry.isFinal || entry.storedWith.get(post) === changesOf(post)) return;
    entry.storedWith.set(post, changesOf(post));
    await renderings?.keep(post, key, markdown, shown).catch(() => entry.storedWith.delete(post));
  }

  return {
    render(markdown, { site = '', language = 'en', post, isChecked = false } = {}) {
      const source = { markdown, site, language: localeFor(language).name };
      const madeFrom = `${VERSION}\n${site}\n${source.language}\n`;
      const key = createHash('sha256').update(madeFrom).update(markdown).digest('base64');
      const known = entries.get(key);
      const entry = known && !(isChecked && known.isStored) ? known : start(key, source, post);
      keep(key, entry);
      if (post !== undefined) store(entry, key, source, post).catch(() => undefined);
      return entry.shown;
    },
    touch(post) {
      changes.set(post, changesOf(post) + 1);
    },
  };
}

function shownLength({ html, toc }: Shown): number {
  return toc.reduce((sum, { id, text }) => sum + id.length + text.length, html.length);
}

function asPlainText(markdown: string): Shown {
  const html = `<pre tabindex="0">${escapeHtml(markdown)}</pre>`;
  return { html, toc: [], words: countWords(markdown), tooComplex: true };
}
