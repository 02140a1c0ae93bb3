/** Characters (code points) that a comment has at most. Browsers read this file as well: it imports nothing. */
export const longest = { author: 80, content: 5000 } as const;
