/** A file that takes too much to check. The message says what, and how to mend it. */
export class Unsuitable extends Error {}
