import type { Services } from '../../../routers/core/context.ts';
import { appError } from '../../../routers/base/errors.ts';
import { jsonErrors, textErrors } from '../../http/errors.ts';
import type { ErrorFormat, RequestState } from '../../http/request-state.ts';
import { outsideSentence, type Place } from '../../http/site-path.ts';
import type { Steps } from '../../http/steps.ts';
import { requestPath, requestQuery } from '../../http/target.ts';
import { Moved, movedAnswer } from './redirects.ts';
import { isForVisitors } from './pages.ts';
import { inBackground } from '../../../routers/base/defects.ts';

/**
 * Answers requests that do not lead into a site below a path: its path without the slash is redirected to the home page,
 * everything else is 404.
 */
export function outsideAnswers(services: Services, steps: Pick<Steps, 'log' | 'answerError'>) {
  const [text, json] = [textErrors(services), jsonErrors(services)];
  const { sitePath } = services.settings;
  const home: ErrorFormat = (_, { req }) => movedAnswer(new Moved('/'), sitePath(), requestQuery(req));

  return (state: RequestState, place: Exclude<Place, 'inside'>): void => {
    steps.log(state);
    const errors = isForVisitors(requestPath(state.req)) ? text : json;
    state.errors = place === 'bare' ? home : errors;
    inBackground(steps.answerError(state, appError('NOT_FOUND', outsideSentence(sitePath()))));
  };
}
