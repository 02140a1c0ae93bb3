import type { BlogOutputs } from '../../api/types.ts';
import { ask } from './ask.ts';
import { openDraft, type Draft } from './comment-draft.ts';
import type { Fields, MailFields } from './comment-fields.ts';
import { countLeft } from './comment-left.ts';
import { offerChanges } from './comment-own.ts';
import { changeCount, linkToNewest, placeComment } from './comment-place.ts';
import { offerPreview } from './comment-preview.ts';
import { clearProblemsOnInput, isSendable, showProblems } from './comment-problems.ts';
import { cancelReply, parentOf, reply } from './comment-reply.ts';
import { memory } from './memory.ts';
import { keepReceipt, readReceipts, sendable } from './receipts.ts';
import { tell } from './status.ts';
import { pageLanguage, translations } from './translations.ts';

/** UTF-16 units of the title of a page, which has at most as many code points. */
const MAX_TITLE = 200;

const knownAuthor = memory('author', '');
/** The last choice about mails of replies. */
const knownMail = memory('mail', { notify: false, email: '' });

/** Submits comments without a reload, and stores drafts until they are sent. */
export function enhanceForm(fields: Fields): void {
  const { form, author, content, thread, mail } = fields;
  const draft = openDraft(thread);
  const shown = performance.now();
  // maxlength counts UTF-16 units and truncates.
  author.removeAttribute('maxlength');
  const before = draft.read();
  author.value ||= before.author || knownAuthor.read();
  content.value ||= before.content;
  if (mail && mail.email.value === '') {
    const { notify, email } = knownMail.read();
    mail.notify.checked ||= notify;
    mail.email.value = email;
  }
  if (before.parent !== '' && parentOf(fields) === '') void reply(fields, before.parent);
  // Keeps text that was typed while this script was loading.
  if (content.value !== before.content) draft.keep(writtenIn(fields));
  form.addEventListener('input', () => draft.keep(writtenIn(fields)));
  // Loads the translations, which the first load of a page does without.
  const begin = () => void ('markdown' in form.dataset ? offerPreview(fields) : translations(form));
  form.addEventListener('focusin', begin, { once: true });
  countLeft(fields);
  clearProblemsOnInput(fields);
  content.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  form.addEventListener('submit', (event) => {
    // A filled honeypot is most likely a bot; the server handles it.
    if (form.querySelector<HTMLInputElement>('[name=octavo_leave_empty]')?.value) return;
    event.preventDefault();
    if (form.ariaBusy !== 'true') void send(fields, draft, shown);
  });
}

/** @param shown when the form appeared, on the clock of `performance` */
async function send(fields: Fields, draft: ReturnType<typeof openDraft>, shown: number): Promise<void> {
  const { form, status } = fields;
  if (!isSendable(fields)) return;
  const sent = writtenIn(fields);
  // Immediately, so that a second click does not send it twice.
  form.ariaBusy = 'true';
  try {
    tell(status, (await translations(form)).t('form.sending'));
    const answer = await submit(fields, sent, shown);
    knownAuthor.write(sent.author);
    if (fields.mail) knownMail.write(mailChoiceIn(fields.mail));
    const isDone = clear(fields, sent);
    if (isDone) draft.forget();
    else draft.keep(writtenIn(fields));
    await show(fields, answer, isDone);
  } catch (error) {
    await showProblems(fields, error);
  } finally {
    form.ariaBusy = 'false';
  }
}

function writtenIn(fields: Fields): Draft {
  return { author: fields.author.value, content: fields.content.value, parent: parentOf(fields) };
}

/**
 * Clears the sent values from the form. Text typed and a reply chosen since then remain.
 *
 * @returns whether nothing remains
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

function mailChoiceIn({ notify, email }: MailFields): { notify: boolean; email: string } {
  return { notify: notify.checked, email: notify.checked ? email.value.trim() : '' };
}

function submit({ form, thread, mail }: Fields, { author, content, parent }: Draft, shown: number): Promise<Submitted> {
  const seconds = Math.round((performance.now() - shown) / 1000);
  const wish = mail?.notify.checked ? { ...mailChoiceIn(mail), language: pageLanguage(form) } : {};
  // The thread of a page of another site begins with its first comment.
  const { url, title = document.title.slice(0, MAX_TITLE) } = form.dataset;
  return ask<Submitted>(url ? '/api/threads/comments' : `/api/posts/${encodeURIComponent(thread)}/comments`, {
    method: 'POST',
    body: {
      author,
      content,
      include: 'html',
      ...wish,
      ...(parent !== '' && { parentId: parent }),
      form: { seconds },
      ...(url && { url, title }),
    },
    // Authors of an approved comment may skip moderation.
    receipts: sendable(readReceipts()).map(({ receipt }) => receipt),
  });
}

/** @param isDone whether nothing remains in the form, so that the page may scroll to the comment */
async function show({ form, thread, status }: Fields, { comment, receipt }: Submitted, isDone: boolean): Promise<void> {
  const { t } = await translations(form);
  const waiting = comment.status === 'pending';
  const own = { id: comment.id, thread, receipt, written: Date.now(), waiting };
  keepReceipt(own);
  const section = form.closest<HTMLElement>('[data-thread]')!;
  const entry = placeComment(section, comment, t);
  if (!waiting) changeCount(section, 1, t);
  tell(status, t(waiting ? 'form.held' : 'form.shown'));
  if (!entry) return linkToNewest(section, comment.id, status);
  void offerChanges(section, entry, own, comment);
  if (isDone) entry.scrollIntoView({ block: 'nearest' });
}
