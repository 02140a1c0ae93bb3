import { memory } from './memory.ts';

interface Draft {
  content: string;
  parent: string;
}

const nothing: Draft = { content: '', parent: '' };

/** The text of a thread that was not sent yet; it outlives a reload, and ends with the tab. */
export function draftOf(thread: string) {
  const kept = memory<Draft>(`text-${thread}`, nothing, true);
  // A form that was sent without a script leads back to here.
  const sent = new URLSearchParams(location.search);
  if (sent.has('sent') && sent.get('thread') === thread) kept.write(nothing);
  return {
    read: kept.read,
    keep: kept.write,
    forget: () => kept.write(nothing),
  };
}
