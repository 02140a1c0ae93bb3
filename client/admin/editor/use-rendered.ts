import { useEffect, useRef, useState } from 'react';

import { asBlogError } from '../errors/as-blog-error.ts';
import { service } from './calls.ts';
import { isTransient } from '../errors/is-transient.ts';
import type { Rendered } from './rendered.ts';

/** How long typing must pause before the text is rendered, and the delay before a retry. */
const DEBOUNCE_MS = 300;
const RETRY_DELAY_MS = 3000;

/**
 * The HTML of a text as on the site, debounced; outdated results are discarded.
 *
 * @param isSecret renders a protected text locally, as browsers of visitors do
 * @returns null before the first result
 */
export function useRendered(content: string, isSecret: boolean): Rendered | null {
  const [rendered, setRendered] = useState<Rendered | null>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    const controller = new AbortController();
    let timer = setTimeout(() => void attempt(), isFirst.current ? 0 : DEBOUNCE_MS);
    isFirst.current = false;
    async function attempt() {
      try {
        const made = isSecret ? await renderHere(content) : await renderThere(content, controller.signal);
        if (!controller.signal.aborted) setRendered(made);
      } catch (error) {
        if (!controller.signal.aborted && isTransient(error)) timer = setTimeout(() => void attempt(), RETRY_DELAY_MS);
      }
    }
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [content, isSecret]);
  return rendered;
}

async function renderThere(content: string, signal: AbortSignal): Promise<Rendered> {
  try {
    return await service.posts.render.mutate({ content }, { signal });
  } catch (error) {
    if (asBlogError(error).code !== 'CONTENT_TOO_COMPLEX') throw error;
    const plain = window.document.createElement('pre');
    plain.textContent = content;
    return { html: plain.outerHTML, tooComplex: true };
  }
}

async function renderHere(content: string): Promise<Rendered> {
  const { renderProtected } = await import('./render-protected.ts');
  return renderProtected(content);
}
