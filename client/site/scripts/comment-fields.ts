/** The elements of every comment form, for new comments and for edits. */
export interface TextFields {
  form: HTMLFormElement;
  content: HTMLTextAreaElement;
  status: HTMLElement;
  /** The counter of remaining characters. */
  left: HTMLElement;
}

/** The elements of a form for new comments. */
export interface Fields extends TextFields {
  /** The id of the post or section. */
  thread: string;
  author: HTMLInputElement;
  /** Absent where no mails are offered. */
  mail: MailFields | null;
}

/** The elements for mails about replies. */
export interface MailFields {
  notify: HTMLInputElement;
  email: HTMLInputElement;
}

/** Finds the elements of a form for new comments. */
export function formFields(form: HTMLFormElement): Fields {
  const notify = form.querySelector<HTMLInputElement>('[name=notify]');
  const email = form.querySelector<HTMLInputElement>('[name=email]');
  return {
    ...formTextFields(form),
    thread: form.dataset['write'] ?? '',
    author: form.querySelector<HTMLInputElement>('[name=author]')!,
    mail: notify && email && { notify, email },
  };
}

/** Finds the elements of any comment form. */
export function formTextFields(form: HTMLFormElement): TextFields {
  return {
    form,
    content: form.querySelector<HTMLTextAreaElement>('[name=content]')!,
    status: form.querySelector<HTMLElement>('[data-status]')!,
    left: form.querySelector<HTMLElement>('[data-left]')!,
  };
}
