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
}

/** Finds the elements of a form for new comments. */
export function fieldsOf(form: HTMLFormElement): Fields {
  return {
    ...textFieldsOf(form),
    thread: form.dataset['write'] ?? '',
    author: form.querySelector<HTMLInputElement>('[name=author]')!,
  };
}

/** Finds the elements of any comment form. */
export function textFieldsOf(form: HTMLFormElement): TextFields {
  return {
    form,
    content: form.querySelector<HTMLTextAreaElement>('[name=content]')!,
    status: form.querySelector<HTMLElement>('[data-status]')!,
    left: form.querySelector<HTMLElement>('[data-left]')!,
  };
}
