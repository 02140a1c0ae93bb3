import type { BlogOutputs } from '../../types.ts';
import { ask } from './ask.ts';
import { draftOf, type Draft } from './comment-draft.ts';
import type { Fields } from './comment-fields.ts';
import { countLeft } from './comment-left.ts';
import { offerChanges } from './comment-own.ts';
import { count, leadToNewest, placeComment } from './comment-place.ts';
import { forgetOnInput, isSendable, tellProblems } from './comment-problems.ts';
import { cancelReply, parentOf, reply } from './comment-reply.ts';
import { memory } from './memory.ts';
import { keepReceipt, receiptsOf, sendable } from './receipts.ts';
import { tell } from './status.ts';
import { translations } from './translations.ts';

const knownAuthor = memory('author', '');

/** Submits comments without a reload, and stores drafts until they are sent. */
export function enhanceForm(fields: Fields): void {
  const { form, author, content, thread } = fields;
  const draft = draftOf(thread);
  // maxlength counts UTF-16 units and truncates.
  author.removeAttribute('maxlength');
  const before = draft.read();
  author.value ||= before.author || knownAuthor.read();
  content.value ||= before.content;
  if (before.parent !== '' && parentOf(fields) === '') void reply(fields, before.parent);
  form.addEventListener('input', () => draft.keep(writtenIn(fields)));
  // Preloads the translations.
  form.addEventListener('focusin', () => void translations(), { once: true });
  countLeft(fields);
  forgetOnInput(fields);
  form.addEventListener('submit', (event) => {
    // A filled honeypot is most likely a bot; the server handles it.
    if (form.querySelector<HTMLInputElement>('[name=octavo_leave_empty]')?.value) return;
    event.preventDefault();
    if (form.ariaBusy !== 'true') void send(fields, draft);
  });
}

async function send(fields: Fields, draft: ReturnType<typeof draftOf>): Promise<void> {
  const { form, status } = fields;
  if (!isSendable(fields)) return;
  const sent = writtenIn(fields);
  // Immediately, so that a second click does not send it twice.
  form.ariaBusy = 'true';
  try {
    tell(status, (await translations()).t('form.sending'));
    const answer = await submit(fields, sent);
    knownAuthor.write(sent.author);
    const isDone = clear(fields, sent);
    if (isDone) draft.forget();
    else draft.keep(writtenIn(fields));
    await show(fields, answer, isDone);
  } catch (error) {
    await tellProblems(fields, error);
  } finally {
    form.ariaBusy = 'false';
  }
}

function writtenIn(fields: Fields): Draft {
  return { author: fields.author.value, content: fields.content.value, parent: parentOf(fields) };
}

/**
 * Empties the form of what was sent. What was written meanwhile stays, and so does whom it answers.
 *
 * @returns whether the form is as if nobody had written
 */
function clear(fields: Fields, sent: Draft): boolean {
  const { author, content } = fields;
  if (content.value !== sent.content) return false;
  content.value = '';
  content.dispatchEvent(new Event('change'));
  if (parentOf(fields) !== sent.parent) return false;
  cancelReply(fields);
  return author.value === sent.author;
}

type Submitted = BlogOutputs['comments']['submit'];

function submit({ thread }: Fields, { author, content, parent }: Draft): Promise<Submitted> {
  return ask<Submitted>(`/api/posts/${encodeURIComponent(thread)}/comments`, {
    method: 'POST',
    body: { author, content, ...(parent !== '' && { parentId: parent }) },
    // Who has written an approved comment before may not have to wait.
    receipts: sendable(receiptsOf()),
  });
}

/** @param isDone whether its writer may be led to it, and does not write any more */
async function show({ form, thread, status }: Fields, { comment, receipt }: Submitted, isDone: boolean): Promise<void> {
  const { t } = await translations();
  const waiting = comment.status === 'pending';
  const own = { id: comment.id, thread, receipt, written: Date.now(), waiting };
  keepReceipt(own);
  const section = form.closest<HTMLElement>('[data-thread]')!;
  const entry = placeComment(section, comment, t);
  if (!waiting) count(section, 1, t);
  tell(status, t(waiting ? 'form.held' : 'form.shown'));
  if (!entry) return leadToNewest(section, comment.id, status);
  void offerChanges(section, entry, own);
  if (isDone) entry.scrollIntoView({ block: 'nearest' });
}
