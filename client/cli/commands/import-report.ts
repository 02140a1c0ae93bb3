import { plural } from '../plural.ts';
import { isUnchanged, type FileNote, type ImportReport, type Left } from '../../importers/import-report.ts';
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
  const text = [describeReport(report, dryRun), ...remarks].join('\n');
  answer({ ok: length === 0, dryRun, ...report }, text);
  if (length > 0)
    throw new Failure(
      length === 1 ? `1 ${things} was refused.` : `${length} ${things === 'entry' ? 'entries' : 'files'} were refused.`,
    );
}

function describeReport(report: ImportReport, dryRun: boolean): string {
  const { refused, skipped, drafts, notes: more, pictures, shortcodes, fields, html, elsewhere } = report;
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
  const hosts = elsewhere.map(({ host, urls }) => ({ file: host, reason: String(urls.length) }));
  const pages = report.threads.map(({ url, comments }) => ({ file: url, reason: String(comments) }));
  const kept = html.map(({ name, places }) => ({ file: name, reason: placesShown(places) }));
  return [
    ...notes('Images that were not imported', beside),
    ...notes('Pictures that stay at other hosts (--fetch-pictures takes them)', hosts),
    ...left('Shortcodes that stay as text, and the number of posts with them', shortcodes),
    ...left('Fields that are not imported, and the number of posts with them', fields),
    ...notes('Elements that stay HTML, and the posts with them', kept),
    ...notes('Pages with comments, and their number', pages),
    ...notes('Drafts', drafts),
    ...notes('Notes', more),
    ...notes('Skipped', skipped),
    ...notes('Refused', refused),
    ...([refused, skipped, drafts, more, beside, shortcodes, fields, kept, hosts, pages].some((all) => all.length > 0)
      ? ['']
      : []),
    `${plural(report.redirects, 'redirect')}${later(report)}, ${plural(report.links, 'link between posts', 'links between posts')}, ${plural(report.uploads, 'file')}, ${plural(report.comments.new, 'new comment')}`,
    `${report.new} new, ${report.changed} changed, ${report.unchanged} unchanged, ${refused.length} refused, ${skipped.length} skipped, ${plural(drafts.length, 'draft')}`,
    ...(isUnchanged(report) ? ['Everything in it is here already: an import changes nothing.'] : []),
    ...(dryRun ? ['This was a dry run: nothing was changed.'] : []),
  ].join('\n');
}

/** The most places in a line; `--json` has all of them. */
const MOST_PLACES = 5;

function placesShown(places: string[]): string {
  const more = places.length - MOST_PLACES;
  return [...places.slice(0, MOST_PLACES), ...(more > 0 ? [`${more} more`] : [])].join('; ');
}

function later({ laterRedirects }: ImportReport): string {
  return laterRedirects > 0 ? ` (${laterRedirects} of drafts and scheduled posts)` : '';
}
