import type { CallContext } from '../../routers/context.ts';
import type { Renderer } from '../render/markdown.ts';

/** What the form of a thread shows beside its empty fields. */
export interface FormState {
  author?: string;
  content?: string;
  /** The comment that is answered. */
  parentId?: string;
  /** Sentences: about the whole, and by the name of a field. */
  problem?: string;
  problems?: Record<string, string>;
}

/** What a page is made of. */
export interface PageRequest {
  call: CallContext;
  renderer: Renderer;
  /** What the query holds, as far as the page reads it. */
  values: Record<string, string | string[] | undefined>;
  /** What became of a form that was sent without a script; absent for a page that was just asked for. */
  form?: FormState & { thread: string };
}

/** One value of the query; undefined when it is absent or repeated. */
export function valueOf({ values }: PageRequest, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}
