import type { Issue } from './ask.ts';
import { all, make } from './dom.ts';

/** The parts of a form for comments that scripts work with. */
export interface Fields {
  form: HTMLFormElement;
  /** The post or section. */
  thread: string;
  author: HTMLInputElement;
  content: HTMLTextAreaElement;
  status: HTMLElement;
  /** Where it says how many characters are left. */
  left: HTMLElement;
}

/** Finds them. */
export function fieldsOf(form: HTMLFormElement): Fields {
  return {
    form,
    thread: form.dataset['write'] ?? '',
    author: form.querySelector<HTMLInputElement>('[name=author]')!,
    content: form.querySelector<HTMLTextAreaElement>('[name=content]')!,
    status: form.querySelector<HTMLElement>('[data-status]')!,
    left: form.querySelector<HTMLElement>('[data-left]')!,
  };
}

/**
 * Says beside each field what is wrong with it, and goes to the first of them.
 *
 * @returns whether any of it is about a field of the form
 */
export function showIssues({ form, author, content, thread }: Fields, issues: readonly Issue[]): boolean {
  const wrong = [author, content].flatMap((field) => {
    const issue = issues.find(({ path }) => path === field.name);
    return issue ? [{ field, message: issue.message }] : [];
  });
  clearIssues(form);
  for (const { field, message } of wrong) {
    const id = `${field.name}-problem-${thread}`;
    (field.closest('p') ?? field).after(make('p', { class: 'problem', id }, message));
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', id);
  }
  wrong[0]?.field.focus();
  return wrong.length > 0;
}

/** Takes back what was said about fields, and what the server said before the page came. */
export function clearIssues(form: HTMLFormElement): void {
  for (const problem of all('p.problem, p.note[role=status]', form)) problem.remove();
  for (const field of all('[aria-invalid]', form)) {
    field.removeAttribute('aria-invalid');
    field.removeAttribute('aria-describedby');
  }
}
