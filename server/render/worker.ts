// The thread in which Markdown is rendered: takes texts, answers each with its HTML or null.
import { parentPort } from 'node:worker_threads';

import { longestHtml } from './limits.ts';
import { markdownToHtml } from './pipeline.ts';

parentPort?.on('message', (markdown: string) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(render(markdown));
});

/** Null for a text that is nested too deep for the stack, or whose HTML is out of all proportion. */
function render(markdown: string): string | null {
  try {
    const html = markdownToHtml(markdown);
    return html.length > longestHtml(markdown) ? null : html;
  } catch {
    return null;
  }
}
