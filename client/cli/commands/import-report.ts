import { counted } from '../counted.ts';
import type { FileNote, ImportReport, Left } from '../../importers/import-report.ts';
import { Failure } from '../failures.ts';
import { visible } from '../output.ts';
import type { Session } from '../session.ts';

/**
 * Prints the report of an import.
 *
 * @param things the name of the refused items: files, or the entries of one
 * @param remarks sentences at the end
 * @throws Failure if something was refused
 */
export function endImport(
  report: ImportReport,
  dryRun: boolean,
  answer: Session['answer'],
  { things = 'file', remarks = [] }: { things?: 'file' | 'entry'; remarks?: string[] } = {},
): void {
  const { length } = report.refused;
  const text = [described(report, dryRun), ...remarks].join('\n');
  answer({ ok: length === 0, dryRun, ...report }, text);
  if (length > 0)
    throw new Failure(
      length === 1 ? `1 ${things} was refused.` : `${length} ${things === 'entry' ? 'entries' : 'files'} were refused.`,
    );
}

function described(report: ImportReport, dryRun: boolean): string {
  const { refused, skipped, drafts, notes: more, pictures, shortcodes, fields } = report;
  const notes = (title: string, files: FileNote[]) => [
    ...(files.length > 0 ? ['', `${title}:`] : []),
    ...files.map(({ file, reason }) => `  ${visible(file)}: ${visible(reason)}`),
  ];
  const left = (title: string, all: Left[]) =>
    notes(
      title,
      all.map(({ name, posts }) => ({ file: name, reason: String(posts) })),
    );
  const beside = pictures.map(({ file, pictures: names }) => ({ file, reason: names.join(', ') }));
  return [
    ...notes('Images that were not imported', beside),
    ...left('Shortcodes that stay as text, and the number of posts with them', shortcodes),
    ...left('Fields that are not imported, and the number of posts with them', fields),
    ...notes('Drafts', drafts),
    ...notes('Notes', more),
    ...notes('Skipped', skipped),
    ...notes('Refused', refused),
    ...([refused, skipped, drafts, more, beside, shortcodes, fields].some((all) => all.length > 0) ? [''] : []),
    `${counted(report.redirects, 'redirect')}, ${counted(report.links, 'link between posts', 'links between posts')}, ${counted(report.uploads, 'file')}, ${counted(report.comments.new, 'new comment')}`,
    `${report.new} new, ${report.changed} changed, ${report.unchanged} unchanged, ${refused.length} refused, ${skipped.length} skipped, ${counted(drafts.length, 'draft')}`,
    ...(dryRun ? ['This was a dry run: nothing was changed.'] : []),
  ].join('\n');
}
