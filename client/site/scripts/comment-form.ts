import type { BlogOutputs } from '../../types.ts';
import { ask } from './ask.ts';
import { draftOf } from './comment-draft.ts';
import type { Fields } from './comment-fields.ts';
import { countLeft } from './comment-left.ts';
import { offerChanges } from './comment-own.ts';
import { count, placeComment } from './comment-place.ts';
import { forgetOnInput, isSendable, tellProblems } from './comment-problems.ts';
import { cancelReply, parentOf, reply } from './comment-reply.ts';
import { memory } from './memory.ts';
import { keepReceipt, receiptsOf, sendable } from './receipts.ts';
import { tell } from './status.ts';
import { words } from './words.ts';

const knownAuthor = memory('author', '');

/** Sends comments without a reload, and keeps what was written until they are sent. */
export function enhanceForm(fields: Fields): void {
  const { form, author, content, thread } = fields;
  const draft = draftOf(thread);
  // Browsers count 16-bit units, and cut.
  author.removeAttribute('maxlength');
  author.value ||= knownAuthor.read();
  const { content: text, parent } = draft.read();
  content.value ||= text;
  if (parent !== '' && parentOf(fields) === '') void reply(fields, parent);
  form.addEventListener('input', () => draft.keep({ content: content.value, parent: parentOf(fields) }));
  // By the time that there is something to say, the words are there.
  form.addEventListener('focusin', () => void words(), { once: true });
  countLeft(fields);
  forgetOnInput(fields);
  form.addEventListener('submit', (event) => {
    // What fills the field that nobody sees is most likely a program; the server knows what to do with it.
    if (form.querySelector<HTMLInputElement>('[name=octavo_leave_empty]')?.value) return;
    event.preventDefault();
    if (form.ariaBusy !== 'true') void send(fields, draft.forget);
  });
}

async function send(fields: Fields, forgetDraft: () => void): Promise<void> {
  const { form, author, content, status } = fields;
  if (!isSendable(fields)) return;
  const { say } = await words();
  form.ariaBusy = 'true';
  tell(status, say('form.sending'));
  try {
    const answer = await submit(fields);
    knownAuthor.write(author.value);
    content.value = '';
    content.dispatchEvent(new Event('change'));
    cancelReply(fields);
    forgetDraft();
    await show(fields, answer);
  } catch (error) {
    await tellProblems(fields, error);
  } finally {
    form.ariaBusy = 'false';
  }
}

type Submitted = BlogOutputs['comments']['submit'];

function submit(fields: Fields): Promise<Submitted> {
  const { author, content, thread } = fields;
  const parentId = parentOf(fields);
  return ask<Submitted>(`/api/posts/${encodeURIComponent(thread)}/comments`, {
    method: 'POST',
    body: { author: author.value, content: content.value, ...(parentId !== '' && { parentId }) },
    // Who has written an approved comment before may not have to wait.
    receipts: sendable(receiptsOf()),
  });
}

async function show({ form, thread, status }: Fields, { comment, receipt }: Submitted): Promise<void> {
  const known = await words();
  const waiting = comment.status === 'pending';
  const own = { id: comment.id, thread, receipt, written: Date.now(), waiting };
  keepReceipt(own);
  const section = form.closest<HTMLElement>('[data-thread]')!;
  const entry = placeComment(section, comment, known);
  if (!waiting) count(section, 1, known);
  void offerChanges(section, entry, own);
  entry.scrollIntoView({ block: 'nearest' });
  tell(status, known.say(waiting ? 'form.held' : 'form.shown'));
}
