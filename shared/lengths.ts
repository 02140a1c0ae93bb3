// Lengths in characters (code points), measured after cleaning.

/** Maximum lengths of a comment. */
export const commentLengths = { author: 80, content: 5000 } as const;

/** Maximum lengths of a post's id and password; shared/post-fields.ts has those of its fields. */
export const postLengths = { id: 80, password: 200 } as const;

/** Length of a new administrator password. */
export const passwordLength = { min: 8, max: 200 } as const;
