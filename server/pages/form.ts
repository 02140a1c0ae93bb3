import { getTRPCErrorFromUnknown } from '@trpc/server';
import type { Context } from 'koa';

import { fieldProblem } from '../../client/site/scripts/field-problem.ts';
import type { CommentShape } from '../../routers/comments/schemas.ts';
import { isSection } from '../../routers/comments/thread.ts';
import { describeDatabaseError } from '../../routers/database-errors.ts';
import { failureOf, refuse } from '../../routers/errors.ts';
import { callProcedure } from '../call-procedure.ts';
import { failureAnswer, setAnswer } from '../http/answer.ts';
import { BODY_LIMITS, readForm } from '../http/body.ts';
import type { RequestState } from '../http/request-state.ts';
import { setLimitHeaders } from '../http/limit-headers.ts';
import { decodePart } from '../http/target.ts';
import { postPath } from '../paths.ts';
import { createRequestContext } from '../request-context.ts';
import { localeFor, say } from '../messages.ts';
import { sentenceOf } from './refusal.ts';
import type { FormState } from './request.ts';
import { pageOfThread } from './routes.ts';
import { write, type Site } from './write.ts';

/** The field that nobody sees. Whoever fills it is most likely a program: the comment waits for the administrator. */
const TRAP = 'octavo_leave_empty';

/** The thread that the form of a page is sent to; null for every other path. */
export function threadIn(path: string): string | null {
  const name = /^\/posts\/([^/]+)\/comments$/.exec(path)?.[1];
  return name === undefined ? null : decodePart(name);
}

/**
 * Takes a comment from a form that was sent without a script: leads back to the page, or shows it again with what was
 * written and what is wrong with it.
 */
export async function answerForm(site: Site, ctx: Context, thread: string): Promise<void> {
  const state = ctx.state as RequestState;
  state.route = 'POST /posts/{id}/comments';
  if (ctx.method !== 'POST') {
    ctx.set('Allow', 'POST');
    throw refuse('METHOD_NOT_ALLOWED', 'This address takes POST only.');
  }
  const call = await createRequestContext(site.services, ctx.req, state.address);
  const {
    author = '',
    content = '',
    parentId = '',
    [TRAP]: trap = '',
  } = await readForm(ctx.req, BODY_LIMITS.public, state);
  call.request.suspicious = trap !== '';
  const written = { author, content, ...(parentId !== '' && { parentId }) };
  try {
    const output = await callProcedure({ name: 'comments.submit', method: 'POST' }, call, { id: thread, ...written });
    leadBack(ctx, thread, (output as { comment: CommentShape }).comment);
  } catch (error) {
    const problem = describeDatabaseError(getTRPCErrorFromUnknown(error), site.services);
    const form = { thread, ...written, ...(await problemsIn(site, problem, written)) };
    const visitor = { ...call, em: site.services.em.fork({ useContext: true }) };
    const body = await write(site, pageOfThread(thread), { call: visitor, values: {}, form });
    const { status, headers } = failureAnswer(problem);
    setAnswer(ctx, { status, headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8' }, body });
  } finally {
    setLimitHeaders(ctx, call.reply);
  }
}

function leadBack(ctx: Context, thread: string, { id, status }: CommentShape): void {
  const path = isSection(thread) ? '/guestbook' : postPath(thread);
  const [sent, place] = status === 'approved' ? ['shown', id] : ['held', `write-${thread}`];
  ctx.status = 303;
  ctx.set('Location', `${path}?${new URLSearchParams({ sent, thread }).toString()}#${place}`);
  ctx.set('Cache-Control', 'no-store');
}

/** What is wrong, in the site's language. */
async function problemsIn(
  { services }: Site,
  error: unknown,
  written: Record<'author' | 'content', string>,
): Promise<Pick<FormState, 'problem' | 'problems'>> {
  const locale = localeFor((await services.settings.current()).language);
  const { body, retryAfter } = failureOf(error);
  const problems: Record<string, string> = {};
  for (const field of ['author', 'content'] as const) {
    const issue = body.issues?.find(({ path }) => path === field);
    if (issue) problems[field] = fieldProblem(say.bind(null, locale), field, written[field], issue.message);
  }
  if (Object.keys(problems).length > 0) return { problem: say(locale, 'form.check'), problems };
  return { problem: sentenceOf(locale, body, retryAfter), problems };
}
