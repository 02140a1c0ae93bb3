import { open } from 'node:fs/promises';
import type { Command } from 'commander';

import { plural } from '../plural.ts';
import type { ArchiveManifest } from '../../../shared/archive.ts';
import { importArchive } from '../../importers/archive/import-archive.ts';
import { openArchive } from '../../importers/archive/open.ts';
import { archiveTarget } from '../archive-target.ts';
import { download } from '../download.ts';
import { openBlob } from '../open-blob.ts';
import { showProgress } from '../progress.ts';
import { openSession } from '../session.ts';
import { endImport } from './import-report.ts';

/** Adds import archive, export archive and export comments. */
export function addArchiveCommands(imports: Command, exports: Command): void {
  imports
    .command('archive')
    .argument('<file>')
    .description('import an archive: exactly into an empty blog, into others like other imports')
    .option('--dry-run', 'report what would happen and change nothing')
    .action(importFromArchive);
  exports
    .command('archive')
    .argument('<file.zip>')
    .description('write everything to one file: posts, comments, subscribers, files, settings, revisions, counters')
    .action(exportArchive);
  exports
    .command('comments')
    .argument('<file.jsonl>')
    .description('write all comments to a file, one JSON object per line')
    .action(exportComments);
}

async function importFromArchive(
  file: string,
  { dryRun = false }: { dryRun?: boolean },
  command: Command,
): Promise<void> {
  const session = await openSession(command);
  const report = await importArchive(archiveTarget(session), await openBlob(file, file), {
    dryRun,
    start: (total) => showProgress(total, 'records', session.json),
  });
  const how = report.exact
    ? 'Everything has the ids, versions and counters of the archive.'
    : 'This blog is not empty: posts and comments were taken in like those of other blogs.';
  const { subscribers } = report;
  const who = `${subscribers.new} new subscribers, ${subscribers.unchanged} were here already.`;
  endImport(report, dryRun, session.answer, { things: 'entry', remarks: [who, how] });
}

async function exportArchive(file: string, _options: object, command: Command): Promise<void> {
  const session = await openSession(command);
  const counts = await download(session, 'archive', file, async (temporary) => {
    const archive = await openArchive(await openBlob(temporary, temporary));
    await archive.close();
    return archive.manifest.counts;
  });
  session.answer({ ok: true, file, counts }, `${describeCounts(counts)} are in ${file}`);
}

async function exportComments(file: string, _options: object, command: Command): Promise<void> {
  const session = await openSession(command);
  const comments = await download(session, 'comments', file, countLines);
  session.answer(
    { ok: true, file, comments },
    `${plural(comments, 'comment')} ${comments === 1 ? 'is' : 'are'} in ${file}`,
  );
}

function describeCounts({ posts, comments, files, subscribers = 0 }: ArchiveManifest['counts']): string {
  return `${plural(posts, 'post')}, ${plural(comments, 'comment')}, ${plural(subscribers, 'subscriber')} and ${plural(files, 'uploaded file')}`;
}

async function countLines(file: string): Promise<number> {
  let lines = 0;
  const handle = await open(file);
  for await (const _ of handle.readLines()) lines += 1;
  return lines;
}
