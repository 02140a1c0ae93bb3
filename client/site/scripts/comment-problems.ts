import type { Translate } from '../../../shared/translate.ts';
import { RequestError, type Issue } from './ask.ts';
import type { TextFields } from './comment-fields.ts';
import { excessOf } from './comment-left.ts';
import { all, make } from './dom.ts';
import { fieldProblem } from '../../../shared/field-problem.ts';
import { tell, tellRefusal } from './status.ts';
import { translations } from './translations.ts';

/** Takes back what was said about a field, and about the whole form, once that is changed. */
export function forgetOnInput({ form, status }: TextFields): void {
  form.addEventListener('input', ({ target }) => {
    const { name } = target as HTMLInputElement;
    takeBack(form, `p.problem[role], p.problem[id^="${name}-problem-"]`);
    if (status.classList.contains('problem')) tell(status, '');
  });
}

/**
 * Takes back what was said before, and looks whether the text can be sent.
 *
 * @returns false when it is too long: its counter says so, and the keyboard is there
 */
export function isSendable({ form, content, status }: TextFields): boolean {
  takeBack(form, 'p.problem, p.note[role=status]');
  tell(status, '');
  if (excessOf(content) === 0) return true;
  content.focus();
  return false;
}

/** Says why a form was refused: beside the fields that it is about, else for the whole form. */
export async function tellProblems(fields: TextFields, error: unknown): Promise<void> {
  const { t } = await translations();
  if (error instanceof RequestError && showIssues(fields, error.issues, t))
    return tell(fields.status, t('form.check'), true);
  return tellRefusal(fields.status, error, 'form.unreachable');
}

/** Goes to the first field with an issue. Gives whether there is one. */
function showIssues({ form }: TextFields, issues: readonly Issue[], t: Translate): boolean {
  const wrong = (['author', 'content'] as const).flatMap((name) => {
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

/** Fields lose the mark that nothing stands behind any more; that of the counter stays. */
function takeBack(form: HTMLFormElement, selector: string): void {
  for (const said of all(selector, form)) said.remove();
  for (const field of all('[aria-invalid]', form)) {
    if (document.getElementById(field.getAttribute('aria-describedby') ?? '')) continue;
    field.removeAttribute('aria-invalid');
    field.removeAttribute('aria-describedby');
  }
}
