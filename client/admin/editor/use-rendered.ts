import { useEffect, useRef, useState } from 'react';

import { asBlogError } from '../api/as-blog-error.ts';
import { service } from './calls.ts';
import { isPassing } from './passing.ts';
import type { Rendered } from './rendered.ts';

/** Milliseconds without a change before the text is rendered, and between two tries. */
const PAUSE = 300;
const AGAIN = 3000;

/**
 * The HTML that the site shows for a text, shortly after it was changed; the newest text wins.
 *
 * @param isSecret a protected text is rendered here, as visitors' browsers do it
 * @returns null before the first answer
 */
export function useRendered(content: string, isSecret: boolean): Rendered | null {
  const [rendered, setRendered] = useState<Rendered | null>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    const given = new AbortController();
    let timer = setTimeout(attempt, isFirst.current ? 0 : PAUSE);
    isFirst.current = false;
    async function attempt() {
      try {
        const made = isSecret ? await renderHere(content) : await renderThere(content, given.signal);
        if (!given.signal.aborted) setRendered(made);
      } catch (error) {
        if (!given.signal.aborted && isPassing(error)) timer = setTimeout(attempt, AGAIN);
      }
    }
    return () => {
      clearTimeout(timer);
      given.abort();
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
