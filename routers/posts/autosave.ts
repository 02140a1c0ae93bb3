import type { Post } from '../../entities/post.ts';
import { timestamp, type Clock } from '../base/clock.ts';
import type { RequestContext } from '../core/context.ts';
import { appError, fieldError, type AppError } from '../base/errors.ts';
import type { UpdateInput } from './schemas.ts';

/** For how long the autosaves of one caller keep no further revision, in milliseconds. */
const SERIES_MS = 30 * 60_000;

/** The columns that describe the last autosave of a post. */
export type AutosaveMarks = Pick<Post, 'autosavedBy' | 'autosavedSince'>;

/** The session or API key that saves automatically. */
export function autosaverName({ caller }: Pick<RequestContext, 'caller'>): string {
  if (!caller) throw appError('UNAUTHORIZED');
  return `${caller.kind}:${caller.id}`;
}

/**
 * Checks the input of an autosave.
 *
 * @throws BAD_REQUEST without the version it is based on, and when it would publish or encrypt
 */
export function checkAutosave(ctx: RequestContext, { ifVersion, status, ...input }: UpdateInput): void {
  if (ifVersion === undefined && ctx.request.ifMatch === undefined) throw versionNeeded();
  if (status === 'published') throw fieldError('status', 'An autosave cannot publish; omit "autosave".');
  for (const name of ['password', 'oldPassword'] as const)
    if (input[name] !== undefined) throw fieldError(name, 'An autosave cannot encrypt; omit "autosave".');
  if (input.protected === 1) throw fieldError('protected', 'An autosave cannot encrypt; omit "autosave".');
}

/**
 * Checks that a post can be saved automatically.
 *
 * @throws BAD_REQUEST for one that is published or protected
 */
export function checkAutosaved({ status, protected: isProtected }: Pick<Post, 'status' | 'protected'>): void {
  if (isProtected === 1) throw notOfProtected();
  if (status !== 'published') return;
  throw fieldError('autosave', 'An autosave cannot change a published post; save to its working copy.');
}

/** The error for an autosave without the version of the post. */
export function versionNeeded(): AppError {
  return fieldError('ifVersion', 'An autosave needs the version that it is based on.');
}

/** The error for an autosave of a protected post. */
export function notOfProtected(): AppError {
  return fieldError('autosave', 'A protected post cannot be autosaved; omit "autosave".');
}

/** Whether the current version of a post is an autosave that another one of this caller replaces without a revision. */
export function continuesSeries({ autosavedBy, autosavedSince }: AutosaveMarks, caller: string, clock: Clock): boolean {
  if (autosavedBy !== caller) return false;
  const age = clock.now() - Date.parse(autosavedSince ?? '');
  // A clock that was set back makes it negative.
  return age >= 0 && age < SERIES_MS;
}

/**
 * The columns of a new version.
 *
 * @param caller the autosaver; undefined for another write, which ends the series
 */
export function nextMarks(before: AutosaveMarks, caller: string | undefined, clock: Clock): AutosaveMarks {
  if (caller === undefined) return { autosavedBy: null, autosavedSince: null };
  if (continuesSeries(before, caller, clock)) return { autosavedBy: caller, autosavedSince: before.autosavedSince };
  return { autosavedBy: caller, autosavedSince: timestamp(clock) };
}
