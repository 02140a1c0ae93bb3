import type { ChildProcess } from 'node:child_process';

/** The connection that a worker was handed and has not taken yet. */
export interface Handover {
  /** The worker is gone: whoever connected hears of it now, and not never. */
  giveUp(): void;
}

/**
 * Watches how the primary hands connections to a worker: one after the other, since a worker listens at one port only.
 *
 * node:cluster forgets the connection on its way to a worker that dies, and neither closes it nor hands it to another
 * one: its client would wait for ever.
 *
 * @param child the process of the worker
 */
export function watchHandover(child: ChildProcess): Handover {
  let onItsWay: Connection | undefined;
  const send = child.send.bind(child) as (...given: unknown[]) => boolean;

  child.send = (message: unknown, ...given: unknown[]) => {
    if (isHandover(message)) onItsWay = given.find(isConnection);
    return send(message, ...given);
  };
  // Before node:cluster hears of it, since that sends the next one at once.
  child.prependListener('internalMessage', ({ accepted }: { accepted?: boolean }) => {
    if (accepted !== undefined) onItsWay = undefined;
  });

  return { giveUp: () => onItsWay?.close() };
}

interface Connection {
  close(): void;
}

function isHandover(message: unknown): boolean {
  return (message as { act?: string } | null)?.act === 'newconn';
}

function isConnection(given: unknown): given is Connection {
  return typeof given === 'object' && given !== null && 'close' in given;
}
