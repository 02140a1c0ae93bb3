import { formFields } from './comment-fields.ts';
import { enhanceForm } from './comment-form.ts';
import { showOwn } from './comment-own.ts';
import { offerReplies } from './comment-reply.ts';
import { all } from './dom.ts';
import { showTimes } from './times.ts';

/** Enhances the comments of the page: they are sent, replied to and edited without a reload. */
export function enhanceComments(): void {
  const threads = all('[data-thread]');
  if (threads.length === 0) return;
  const forms = all<HTMLFormElement>('form[data-write]').map(formFields);
  for (const fields of forms) enhanceForm(fields);
  offerReplies(forms);
  for (const thread of threads) void showOwn(thread);
  showTimes();
}
