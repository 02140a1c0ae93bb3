// The thread that renders Markdown: it receives texts, reports when it starts one, and posts the result or null.
import { parentPort } from 'node:worker_threads';

import { maxHtmlLength } from './limits.ts';
import { renderSource } from './pipeline.ts';
import type { Rendered, Source } from './rendered.ts';

/** A message of the thread. */
export type FromThread = 'started' | Rendered | null;

parentPort?.on('message', (source: Source) => void handle(source));

async function handle(source: Source): Promise<void> {
  post('started');
  post(await render(source));
}

function post(message: FromThread): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message);
}

/** Null for a text that overflows the stack, or whose HTML is too long. */
async function render(source: Source): Promise<Rendered | null> {
  try {
    const rendered = await renderSource(source);
    return rendered.html.length > maxHtmlLength(source.markdown) ? null : rendered;
  } catch {
    return null;
  }
}
