/** Whether a key event belongs to a text field or dialog, and is not a shortcut of the screen. */
export function isTyping({ target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  return (
    target.closest(
      'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], [role=dialog]',
    ) !== null
  );
}
