import { ownName } from '../place.ts';
import type { EditorDocument } from './document.ts';

/** A message between tabs about the post that the sender shows. */
interface Message {
  /** The key of the document. */
  from: string;
  /** The post; null when it is left. */
  id: string | null;
  /** Whether the other tabs should answer. */
  asks: boolean;
}

/**
 * Tells the other tabs of this browser which post is open here, and whether one of them has it too.
 *
 * @param show called when that changes
 * @returns ends it
 */
export function watchOtherTabs(document: EditorDocument, show: (isElsewhere: boolean) => void): () => void {
  const { key, state } = document;
  const channel = new BroadcastChannel(ownName('octavo-open'));
  let others = new Map<string, string>();
  let shown = state().id;

  function tell(message: Omit<Message, 'from'>): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
    channel.postMessage({ from: key, ...message } satisfies Message);
  }

  function compare(): void {
    const { id } = state();
    show(id !== null && [...others.values()].includes(id));
  }

  /** A tab that crashed does not answer any more. */
  function ask(): void {
    others = new Map();
    tell({ id: state().id, asks: true });
  }

  channel.addEventListener('message', ({ data: { from, id, asks } }: MessageEvent<Message>) => {
    if (id === null) others.delete(from);
    else others.set(from, id);
    if (asks) tell({ id: state().id, asks: false });
    compare();
  });
  const unsubscribe = document.subscribe(() => {
    if (state().id === shown) return;
    shown = state().id;
    tell({ id: shown, asks: false });
    compare();
  });
  const leaving = new AbortController();
  const { signal } = leaving;
  window.addEventListener('focus', ask, { signal });
  window.addEventListener('pageshow', ask, { signal });
  window.addEventListener('pagehide', () => tell({ id: null, asks: false }), { signal });
  ask();
  return () => {
    tell({ id: null, asks: false });
    leaving.abort();
    unsubscribe();
    channel.close();
  };
}
