import { formatMessage } from '../translations/format-message.ts';
import { currentLanguage } from '../translations/language.ts';
import { currentTranslations } from '../translations/translations.ts';
import { notifyProblem } from '../ui/notify.ts';

/** Whether files are dragged; what they are is known only when they are dropped. */
export function hasFiles(data: DataTransfer | null): boolean {
  return data?.types.includes('Files') ?? false;
}

/**
 * The files that were dropped or pasted; none when it is text that is accompanied by its picture, as office programs
 * copy it. A folder among them is left out, and a notification says so.
 *
 * @param data only readable during the event
 */
export function transferredFiles(data: DataTransfer | null): File[] {
  if (!data || !hasFiles(data) || hasText(data.getData('text/html'))) return [];
  const items = [...data.items].filter(({ kind }) => kind === 'file');
  if (items.some(isFolder)) notifyProblem(currentTranslations().uploads.folder);
  return items.flatMap((item) => {
    const file = isFolder(item) ? null : item.getAsFile();
    return file ? [file] : [];
  });
}

/** The name of a pasted screenshot, which browsers call image.png; undefined for files that have one. */
export function findPastedName(files: readonly File[]): string | undefined {
  const [file] = files;
  if (files.length !== 1 || file?.name !== 'image.png') return undefined;
  const format = new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'medium', timeStyle: 'medium' });
  return formatMessage(currentTranslations().uploads.pasted, { time: format.format(new Date()) });
}

function isFolder(item: DataTransferItem): boolean {
  return item.webkitGetAsEntry()?.isDirectory ?? false;
}

function hasText(html: string): boolean {
  return html.replaceAll(/<!--[\s\S]*?(?:-->|$)|<style[\s\S]*?(?:<\/style>|$)|<[^>]*(?:>|$)/gi, '').trim() !== '';
}
