// The thread in which Markdown is rendered: takes texts, says when it begins one, and answers what it became or null.
import { parentPort } from 'node:worker_threads';

import { longestHtml } from './limits.ts';
import { renderSource } from './pipeline.ts';
import type { Rendered, Source } from './rendered.ts';

/** What the thread says. */
export type FromThread = 'begun' | Rendered | null;

parentPort?.on('message', (source: Source) => void answer(source));

async function answer(source: Source): Promise<void> {
  say('begun');
  say(await render(source));
}

function say(message: FromThread): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message);
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
