import { asBlogError } from '../api/as-blog-error.ts';

const CODES = new Set<string>(['NETWORK_ERROR', 'SERVICE_UNAVAILABLE', 'UNEXPECTED_ANSWER']);

/** Whether a failure passes by itself, so that the same call may succeed later. */
export function isPassing(error: unknown): boolean {
  return CODES.has(asBlogError(error).code);
}
