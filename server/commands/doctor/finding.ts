/** One line of the examination. */
export interface Finding {
  /** A problem keeps the service from running as it should; a warning is for the owner to judge. */
  level: 'ok' | 'warning' | 'problem';
  /** What was looked at, in a word or two. */
  about: string;
  /** What was found and, unless it is well, how to mend it. Holds no password. */
  text: string;
}

/** All is well. */
export function ok(about: string, text: string): Finding {
  return { level: 'ok', about, text };
}

/** Something to judge. */
export function warning(about: string, text: string): Finding {
  return { level: 'warning', about, text };
}

/** Something to mend. */
export function problem(about: string, text: string): Finding {
  return { level: 'problem', about, text };
}
