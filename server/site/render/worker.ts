// The thread that reads Markdown: it receives texts, reports when it starts one, and posts the result or null.
import { parentPort } from 'node:worker_threads';

import { isTooDense, maxHtmlLength } from './limits.ts';
import { renderSource } from './pipeline.ts';
import type { MailedContent } from '../../../routers/core/mail-texts.ts';
import type { ReadMention, Rendered, Task } from './rendered.ts';
import { replaceUrls, targetsIn } from './urls.ts';
import { inBackground } from '../../../routers/base/defects.ts';

/** The result of a task. */
export type Result = Rendered | ReadMention | MailedContent | string[] | string;
/** A message of the thread. */
export type FromThread = 'started' | { result: Result | null };

parentPort?.on('message', (task: Task) => inBackground(handle(task)));

async function handle(task: Task): Promise<void> {
  post('started');
  // Null for a text that overflows the stack.
  post({ result: await run(task).catch(() => null) });
}

function post(message: FromThread): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message);
}

async function run(task: Task): Promise<Result | null> {
  if ('html' in task) {
    // Only a service that takes webmentions loads it.
    const { readMention } = await import('./webmention.ts');
    return readMention(task);
  }
  // Only a service that sends mails, or shows them, loads these.
  if ('post' in task) return (await import('./mail/post-body.ts')).postBody(task.post, task.language);
  if ('document' in task) return (await import('./mail/inline-styles.ts')).inlineStyles(task.document);
  if (isTooDense(task.markdown)) return null;
  if (!('site' in task))
    return task.replacement ? replaceUrls(task.markdown, task.replacement) : targetsIn(task.markdown);
  const rendered = await renderSource(task);
  return rendered.html.length > maxHtmlLength(task.markdown) ? null : rendered;
}
