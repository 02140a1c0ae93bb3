/** The id of the element that shows a comment. */
export function rowId(id: string): string {
  return `row-${id}`;
}
