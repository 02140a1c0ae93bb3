import { fieldProblem } from '../../../shared/field-problem.ts';
import type { CommentShape } from '../../../routers/comments/answers.ts';
import { isSection } from '../../../routers/comments/thread.ts';
import { toFailure } from '../../../routers/base/errors.ts';
import { cleanText } from '../../../routers/base/text.ts';
import { BODY_LIMITS, readForm } from '../../http/body.ts';
import { describeError, failureAnswer } from '../../http/errors.ts';
import type { Context } from '../../http/request-state.ts';
import { localeFor, translate } from '../locales.ts';
import { postPath } from '../../process/paths.ts';
import { countRead, createRequestContext, readBeforeCall } from '../../http/request-context.ts';
import { callProcedure } from '../../http/procedure-routes.ts';
import { errorSentence } from './error-text.ts';
import type { FormState } from './request.ts';
import { pageOfThread, type Page, type Params } from './routes.ts';
import { pathOfThread } from './views/page.ts';
import { write, type Site } from './write.ts';

/** A hidden field that only bots fill in. Their comments are pending. */
const HONEYPOT = 'octavo_leave_empty';

/** Where a form belongs, and what becomes of it. */
interface Target {
  /** The id of the thread. */
  thread: string;
  /** The page that shows the form, and the parameters of its path. */
  page: Page;
  params: Params;
  procedure: 'comments.submit' | 'threads.submit';
  /** What the procedure takes besides the form. */
  input: Record<string, string>;
  /** Redirects to the comment. */
  back: (comment: CommentShape) => void;
}

/** Handles the form of a post, page or section that was submitted without a script. */
export async function answerForm(site: Site, ctx: Context): Promise<void> {
  const { id: thread = '' } = ctx.params;
  const call = await createRequestContext(site.services, ctx.state);
  const path = isSection(thread) ? '/guestbook' : await pathOfThread(call, thread).catch(() => postPath(thread));
  await submitForm(site, ctx, {
    thread,
    page: pageOfThread(thread, path),
    params: { id: thread },
    procedure: 'comments.submit',
    input: { id: thread },
    back: (comment) => redirectBack(ctx, path, thread, comment),
  });
}

/**
 * Submits a comment form: redirects to the page, or shows the form again with its values and errors, which counts as a
 * read.
 */
export async function submitForm(site: Site, ctx: Context, target: Target): Promise<void> {
  const { services } = site;
  const { state } = ctx;
  const { thread, page, params } = target;
  const call = await createRequestContext(services, state);
  const {
    author = '',
    content = '',
    parentId = '',
    email = '',
    notify = '',
    [HONEYPOT]: honeypot = '',
  } = await readBeforeCall(call, () => readForm(ctx.req, BODY_LIMITS.public, state));
  const form = { trap: honeypot };
  const written = { author, content, email, notify: notify !== '', ...(parentId !== '' && { parentId }) };
  try {
    const submit = { name: target.procedure, type: 'mutation' } as const;
    const output = await callProcedure(submit, call, { ...target.input, ...written, form });
    target.back((output as { comment: CommentShape }).comment);
  } catch (error) {
    await countRead(services, state);
    const problem = describeError(error, services);
    const shown = { thread, ...written, ...(await problemsIn(site, problem, written)) };
    const again = { ...call, em: services.em.fork({ useContext: true }) };
    const body = await write(site, page, params, { call: again, values: {}, form: shown });
    const { status, headers } = failureAnswer(problem);
    ctx.status = status;
    ctx.set({ ...headers, 'Content-Type': 'text/html; charset=utf-8' });
    ctx.body = body;
  }
}

/** Redirects to a new comment on its page, or to the form if the comment is pending. */
export function redirectBack(ctx: Context, path: string, thread: string, { id, status }: CommentShape): void {
  const [sent, place] = status === 'approved' ? ['shown', id] : ['held', `write-${thread}`];
  ctx.status = 303;
  ctx.set('Location', `${path}?${new URLSearchParams({ sent, thread }).toString()}#${place}`);
  ctx.set('Cache-Control', 'no-store');
}

/** The errors in the language of the site. */
async function problemsIn(
  { services }: Site,
  error: unknown,
  written: Record<'author' | 'content' | 'email', string>,
): Promise<Pick<FormState, 'problem' | 'problems'>> {
  const locale = localeFor((await services.settings.current()).language);
  const { body, retryAfter } = toFailure(error);
  const problems: Record<string, string> = {};
  for (const field of ['author', 'content', 'email'] as const) {
    const issue = body.issues?.find(({ path }) => path === field);
    if (!issue) continue;
    // As the service measures it.
    const measured = cleanText(written[field], { lineFeeds: field === 'content' });
    problems[field] = fieldProblem(translate.bind(null, locale), field, measured, issue.message);
  }
  if (Object.keys(problems).length > 0) return { problem: translate(locale, 'form.check'), problems };
  return { problem: errorSentence(locale, body, retryAfter), problems };
}
