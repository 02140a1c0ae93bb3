/** Lets the browser download a file of the service: it shows the progress, and holds no file in memory. */
export function startDownload(path: string): void {
  const link = document.createElement('a');
  link.href = path;
  // The service names the file; an error of it leaves this page as it is.
  link.download = '';
  link.click();
}
