/** Whether the author deleted a comment that has replies: an empty comment stays in its place. */
export function isWithdrawn({ author, content }: { author: string; content: string }): boolean {
  return author === '' && content === '';
}
