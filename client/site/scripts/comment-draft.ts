import { memory } from './memory.ts';

/** What stands in the form of a thread. */
export interface Draft {
  author: string;
  content: string;
  /** The comment that it answers; "" for none. */
  parent: string;
}

const nothing: Draft = { author: '', content: '', parent: '' };

/** What was written in a thread and not sent yet; it outlives a reload, and ends with the tab. */
export function draftOf(thread: string) {
  const kept = memory<Draft>(`text-${thread}`, nothing, true);
  // A form that was sent without a script leads back to here.
  const sent = new URLSearchParams(location.search);
  if (sent.has('sent') && sent.get('thread') === thread) kept.write(nothing);
  return {
    // An earlier release kept less.
    read: (): Draft => ({ ...nothing, ...kept.read() }),
    keep: kept.write,
    forget: () => kept.write(nothing),
  };
}
