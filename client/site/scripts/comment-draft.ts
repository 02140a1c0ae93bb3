import { memory } from './memory.ts';

/** The values of a comment form. */
export interface Draft {
  author: string;
  content: string;
  /** The id of the parent comment; "" for none. */
  parent: string;
}

const nothing: Draft = { author: '', content: '', parent: '' };

/** An unsent comment, stored in sessionStorage. */
export function openDraft(thread: string) {
  const kept = memory<Draft>(`text-${thread}`, nothing, true);
  // The server redirects here after a submission without scripts.
  const sent = new URLSearchParams(location.search);
  if (sent.has('sent') && sent.get('thread') === thread) kept.write(nothing);
  return {
    // An older version stored fewer fields.
    read: (): Draft => ({ ...nothing, ...kept.read() }),
    keep: kept.write,
    forget: () => kept.write(nothing),
  };
}
