/** Whether a key goes into a field, or into a dialog, and is no command to the screen. Boxes to tick take no letters. */
export function isTyping({ target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  return (
    target.closest(
      'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], [role=dialog]',
    ) !== null
  );
}
