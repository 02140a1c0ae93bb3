/** How long the browser may take to begin the download, in milliseconds. */
const KEPT = 60_000;

/**
 * Lets the browser save a CSV file, named after its subject and today's date.
 *
 * @param parts of the file, one after another
 */
export function saveCsv(subject: string, parts: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([...parts], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${subject}-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT);
}
