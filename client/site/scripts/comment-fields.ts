/** The parts that each form with the text of a comment has, be it new or changed. */
export interface TextFields {
  form: HTMLFormElement;
  content: HTMLTextAreaElement;
  status: HTMLElement;
  /** Where it says how many characters are left. */
  left: HTMLElement;
}

/** The parts of a form for new comments that scripts work with. */
export interface Fields extends TextFields {
  /** The post or section. */
  thread: string;
  author: HTMLInputElement;
}

/** Finds them. */
export function fieldsOf(form: HTMLFormElement): Fields {
  return {
    ...textFieldsOf(form),
    thread: form.dataset['write'] ?? '',
    author: form.querySelector<HTMLInputElement>('[name=author]')!,
  };
}

/** Finds those that each form has. */
export function textFieldsOf(form: HTMLFormElement): TextFields {
  return {
    form,
    content: form.querySelector<HTMLTextAreaElement>('[name=content]')!,
    status: form.querySelector<HTMLElement>('[data-status]')!,
    left: form.querySelector<HTMLElement>('[data-left]')!,
  };
}
