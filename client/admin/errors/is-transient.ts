import { asBlogError } from './as-blog-error.ts';

const CODES = new Set<string>(['NETWORK_ERROR', 'SERVICE_UNAVAILABLE', 'UNEXPECTED_ANSWER']);

/** Whether a retry may succeed later. */
export function isTransient(error: unknown): boolean {
  return CODES.has(asBlogError(error).code);
}
