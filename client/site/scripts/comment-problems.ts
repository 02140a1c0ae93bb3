import type { Translate } from '../../../shared/translate.ts';
import { RequestError, type Issue } from './ask.ts';
import type { TextFields } from './comment-fields.ts';
import { countExcess } from './comment-left.ts';
import { all, make } from './dom.ts';
import { fieldProblem } from '../../../shared/field-problem.ts';
import { tell, tellRefusal } from './status.ts';
import { translations } from './translations.ts';

/** Clears the messages of a field and of the form when the field is changed. */
export function clearProblemsOnInput({ form, status }: TextFields): void {
  form.addEventListener('input', ({ target }) => {
    const { name } = target as HTMLInputElement;
    clearProblems(form, `p.problem[role], p.problem[id^="${name}-problem-"]`);
    if (status.classList.contains('problem')) tell(status, '');
  });
}

/**
 * Clears earlier messages and checks whether the text can be sent.
 *
 * @returns false if it is too long: then the counter shows by how much, and the field has the focus
 */
export function isSendable({ form, content, status }: TextFields): boolean {
  clearProblems(form, 'p.problem, p.note[role=status]');
  tell(status, '');
  if (countExcess(content) === 0) return true;
  content.focus();
  return false;
}

/** Shows why the service rejected a form: beside the invalid fields, else for the whole form. */
export async function showProblems(fields: TextFields, error: unknown): Promise<void> {
  const { t } = await translations(fields.form);
  if (error instanceof RequestError && showIssues(fields, error.issues, t))
    return tell(fields.status, t('form.check'), true);
  return tellRefusal(fields.status, error, 'form.unreachable');
}

/** Focuses the first field with an issue. @returns whether there is one */
function showIssues({ form }: TextFields, issues: readonly Issue[], t: Translate): boolean {
  const wrong = (['author', 'content', 'email'] as const).flatMap((name) => {
    const field = form.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name=${name}]`);
    const issue = issues.find(({ path }) => path === name);
    return field && issue ? [{ field, message: fieldProblem(t, name, field.value, issue.message) }] : [];
  });
  for (const { field, message } of wrong) {
    const id = `${field.name}-problem-${form.id}`;
    (field.closest('p') ?? field).after(make('p', { class: 'problem', id }, message));
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', id);
  }
  wrong[0]?.field.focus();
  return wrong.length > 0;
}

/** Removes messages, and `aria-invalid` from fields without further messages; the counter stays. */
function clearProblems(form: HTMLFormElement, selector: string): void {
  for (const message of all(selector, form)) message.remove();
  for (const field of all('[aria-invalid]', form)) {
    const description = field.getAttribute('aria-describedby') ?? '';
    if (form.querySelector(`[id="${CSS.escape(description)}"]`)) continue;
    field.removeAttribute('aria-invalid');
    field.removeAttribute('aria-describedby');
  }
}
