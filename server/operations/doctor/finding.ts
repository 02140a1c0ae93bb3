/** The result of one check. */
export interface Finding {
  /** A problem keeps the service from working properly; a warning may be intended. */
  level: 'ok' | 'warning' | 'problem';
  /** The subject of the check, in a word or two. */
  about: string;
  /** The result and, unless it is ok, the fix. Contains no password. */
  text: string;
}

export function ok(about: string, text: string): Finding {
  return { level: 'ok', about, text };
}

export function warning(about: string, text: string): Finding {
  return { level: 'warning', about, text };
}

export function problem(about: string, text: string): Finding {
  return { level: 'problem', about, text };
}
