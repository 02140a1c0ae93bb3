// Lengths in characters (code points), measured after cleaning.

/** Maximum lengths of a comment. */
export const commentLengths = { author: 80, content: 5000 } as const;

/** Maximum lengths of a post's id and password; shared/post-fields.ts has those of its fields. */
export const postLengths = { id: 80, password: 200 } as const;

/** Length of a new administrator password. */
export const passwordLength = { min: 8, max: 200 } as const;

/** Maximum length of the name of an API key. */
export const keyNameLength = { max: 80 } as const;

/** How many days an API key may be valid at most, unless it does not expire. */
export const keyDays = { max: 3650 } as const;
