import { hasFiles } from './transferred-files.ts';

/**
 * Keeps the browser from opening a file that is dropped beside the places for files, which would close the app.
 *
 * @returns ends it
 */
export function rejectStrayFiles(): () => void {
  window.addEventListener('dragover', reject);
  window.addEventListener('drop', reject);
  return () => {
    window.removeEventListener('dragover', reject);
    window.removeEventListener('drop', reject);
  };
}

function reject(event: DragEvent): void {
  if (event.defaultPrevented || !hasFiles(event.dataTransfer)) return;
  event.preventDefault();
  if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
}
