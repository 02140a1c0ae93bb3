import { TRPCClientError } from '@trpc/client';

import { BlogError, toBlogError, foreignAnswer } from '../../api/errors.ts';

/** Converts any failure of a call to a BlogError. */
export function asBlogError(error: unknown): BlogError {
  if (error instanceof BlogError) return error;
  if (!(error instanceof TRPCClientError)) return foreignAnswer(undefined, error);
  if (error.cause instanceof BlogError) return error.cause;
  const { message, data, meta } = error as { message: string; data: unknown; meta?: Record<string, unknown> };
  const response = meta?.['response'] as Response | undefined;
  // A request that fails before it reaches a procedure has the error body of REST.
  return (
    toBlogError({ message, data }) ?? toBlogError(meta?.['responseJSON'], response) ?? foreignAnswer(response, error)
  );
}
