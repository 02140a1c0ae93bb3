import type { Caller } from './options.ts';

/**
 * An object with the properties of a caller that shows them nowhere, not in a log, a console or JSON: the accessors are
 * those of its prototype, and Node's `inspect` gets a copy without them, since it can be told to call accessors.
 */
export function concealSecrets(caller: Caller): Caller {
  return Object.create({
    get token() {
      return caller.token;
    },
    set token(token) {
      caller.token = token;
    },
    get receipts() {
      return caller.receipts;
    },
    set receipts(receipts) {
      caller.receipts = receipts;
    },
    [Symbol.for('nodejs.util.inspect.custom')](this: Caller) {
      return { ...this };
    },
  } satisfies Caller) as Caller;
}
