import type { CallContext } from '../../../routers/core/context.ts';
import type { Renderer } from '../render/markdown.ts';

/** The values and errors of a comment form. */
export interface FormState {
  author?: string;
  content?: string;
  email?: string;
  /** Whether replies are to be mailed. */
  notify?: boolean;
  /** The comment to reply to. */
  parentId?: string;
  /** Error messages: of the form, and by the name of a field. */
  problem?: string;
  problems?: Record<string, string>;
}

/** The request of a page. */
export interface PageRequest {
  call: CallContext;
  renderer: Renderer;
  /** The query parameters that the page reads. */
  values: Record<string, string | string[] | undefined>;
  /** The state of a form that failed without a script; absent for GET. */
  form?: FormState & { thread: string };
}

/** A query parameter; undefined if absent or repeated. */
export function queryValue({ values }: PageRequest, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}
