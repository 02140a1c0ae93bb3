/** The label of a link or a footnote, as labels are compared: without case, and white space counts once. */
export function normalLabel(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase();
}
