import { appError, type AppError } from './errors.ts';
import type { Scope } from '../../shared/key-scopes.ts';
import { hasScope } from './scopes.ts';

/** The administrator's session of the request. */
export interface AdministratorSession {
  kind: 'session';
  id: string;
  tokenHash: string;
  expiresAt: string;
  lastUsedAt: string;
  /** Whether the password must be changed first. */
  mustChange: boolean;
  /** Whether a second factor must be set up first. */
  mustEnrol: boolean;
  /** When the owner last proved who it is; "" for sessions of earlier versions. */
  provedAt: string;
}

/** The API key of the request. */
export interface CallerKey {
  kind: 'key';
  id: string;
  name: string;
  scopes: readonly Scope[];
  /** As for the session: the password must be changed first. */
  mustChange: boolean;
}

/** The caller: the administrator with a session, a program with an API key, or null for anyone else. */
export type Caller = AdministratorSession | CallerKey | null;

/** Who may call a procedure, as the procedures of `trpc.ts` declare it. */
// A type, as Meta in trpc.ts is one.
export type Access = {
  access?: 'public' | 'administrator' | 'session';
  /** The scope with which an API key may call it; absent: a session is required. */
  scope?: Scope;
  /** Whether a session may call it that must set up a second factor first. */
  enrols?: boolean;
};

interface Called {
  caller: Caller;
}

/** Whether the administrator calls with a session; public procedures ignore one that is restricted. */
export function isAdministrator({ caller }: Called): boolean {
  return caller?.kind === 'session' && !isRestricted(caller);
}

/** Whether the caller must first change the password or set up a second factor. */
function isRestricted(caller: AdministratorSession | CallerKey): boolean {
  return caller.mustChange || (caller.kind === 'session' && caller.mustEnrol);
}

/** Whether the caller sees hidden posts: the administrator, and keys with the scope `drafts`. */
export function seesHidden({ caller }: Called): boolean {
  return caller !== null && !isRestricted(caller) && (caller.kind === 'session' || hasScope(caller.scopes, 'drafts'));
}

/** Whether the read limits do not apply to the caller: the administrator, and keys with the scope `read`. */
export function isUnlimited({ caller }: Called): boolean {
  return caller !== null && !caller.mustChange && (caller.kind === 'session' || hasScope(caller.scopes, 'read'));
}

/**
 * Decides whether the caller may call a procedure that is not public.
 *
 * @returns the error; null if it is allowed
 */
export function findRefusal({ caller }: Called, { access, scope, enrols }: Access): AppError | null {
  if (!caller) return appError('UNAUTHORIZED');
  if (caller.mustChange && access === 'administrator') return appError('PASSWORD_CHANGE_REQUIRED');
  if (caller.kind === 'session') {
    const isClosed = caller.mustEnrol && access === 'administrator' && !enrols;
    return isClosed ? appError('SECOND_FACTOR_REQUIRED') : null;
  }
  if (!scope) return appError('SCOPE_MISSING', 'API keys cannot do this: sign in as the administrator.');
  if (hasScope(caller.scopes, scope)) return null;
  return appError('SCOPE_MISSING', `This API key lacks the scope "${scope}".`);
}

/** The caller's session, in procedures that require one. */
export function requireSession({ caller }: Called): AdministratorSession {
  if (caller?.kind === 'session') return caller;
  throw appError('UNAUTHORIZED');
}
