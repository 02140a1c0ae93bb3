/** Whether its writer took a comment back that had replies: nothing is left of it but a place for them. */
export function isWithdrawn({ author, content }: { author: string; content: string }): boolean {
  return author === '' && content === '';
}
