// The thread in which Markdown is rendered: takes texts, answers each with what it became or null.
import { parentPort } from 'node:worker_threads';

import { longestHtml } from './limits.ts';
import { renderSource } from './pipeline.ts';
import type { Rendered, Source } from './rendered.ts';

parentPort?.on('message', (source: Source) => void answer(source));

async function answer(source: Source): Promise<void> {
  const rendered = await render(source);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(rendered);
}

/** Null for a text that is nested too deep for the stack, or whose HTML is out of all proportion. */
async function render(source: Source): Promise<Rendered | null> {
  try {
    const rendered = await renderSource(source);
    return rendered.html.length > longestHtml(source.markdown) ? null : rendered;
  } catch {
    return null;
  }
}
