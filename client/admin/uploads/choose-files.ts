/** The files that the service takes; it looks at their content. */
const ACCEPT =
  'image/jpeg,image/png,image/gif,image/webp,image/avif,image/svg+xml,application/pdf,audio/mpeg,audio/mp4,audio/x-m4a,' +
  'audio/ogg,video/mp4,video/webm,video/ogg,.m4a,.ogg,.ogv';
const IMAGES = ACCEPT.split(',')
  .filter((type) => type.startsWith('image/'))
  .join(',');

/**
 * Opens the file dialog of the browser; call it when the user clicks or presses a key.
 *
 * @param options.several whether more than one file can be chosen
 * @param options.images whether only images can be chosen
 * @returns no files when the dialog is cancelled
 */
export function chooseFiles({ several = true, images = false } = {}): Promise<File[]> {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = several;
  input.accept = images ? IMAGES : ACCEPT;
  input.hidden = true;
  // Some browsers open the dialog of an input in the page only.
  document.body.append(input);
  return new Promise<File[]>((resolve) => {
    input.addEventListener('change', () => resolve([...(input.files ?? [])]));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  }).finally(() => input.remove());
}
