import { openAsBlob } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Command } from 'commander';

import type { ArchiveManifest } from '../../../shared/archive.ts';
import { importArchive, type ArchiveReport } from '../../importers/archive/import-archive.ts';
import { openArchive, type Archive } from '../../importers/archive/open.ts';
import { archiveTarget } from '../archive-target.ts';
import { download } from '../download.ts';
import { Failure, fileReason } from '../failures.ts';
import { showProgress } from '../progress.ts';
import { sessionOf } from '../session.ts';
import { endImport } from './import-report.ts';

/** Adds import archive, export archive and export comments. */
export function addArchiveCommands(imports: Command, exports: Command): void {
  imports
    .command('archive')
    .argument('<file>')
    .description('take in an archive: into an empty blog with everything as it was, into others like other imports')
    .option('--dry-run', 'tell what would happen and change nothing')
    .action(importFromArchive);
  exports
    .command('archive')
    .argument('<file.zip>')
    .description('write everything into one file: posts, comments, files, settings, earlier versions, counters')
    .action(exportArchive);
  exports
    .command('comments')
    .argument('<file.jsonl>')
    .description('write all comments into a file, one JSON object on each line')
    .action(exportComments);
}

async function importFromArchive(
  file: string,
  { dryRun = false }: { dryRun?: boolean },
  command: Command,
): Promise<void> {
  const session = await sessionOf(command);
  const archive = await openFile(file);
  let report: ArchiveReport;
  try {
    report = await importArchive(archiveTarget(session), archive, {
      dryRun,
      start: (total) => showProgress(total, 'records', session.json),
    });
  } finally {
    await archive.close();
  }
  const how = report.exact
    ? 'Everything has the ids, versions and counters of the archive.'
    : 'This blog is not empty: posts and comments were taken in like those of other blogs.';
  endImport(report, dryRun, session.answer, { things: 'entry', remarks: [how] });
}

async function exportArchive(file: string, _options: object, command: Command): Promise<void> {
  const session = await sessionOf(command);
  const counts = await download(session, 'archive', file, async (temporary) => {
    const archive = await openFile(temporary);
    await archive.close();
    return archive.manifest.counts;
  });
  session.answer({ ok: true, file, counts }, `${described(counts)} are in ${file}`);
}

async function exportComments(file: string, _options: object, command: Command): Promise<void> {
  const session = await sessionOf(command);
  const comments = await download(session, 'comments', file, countLines);
  session.answer({ ok: true, file, comments }, `${comments} comments are in ${file}`);
}

function described({ posts, comments, files }: ArchiveManifest['counts']): string {
  return `${posts} posts, ${comments} comments and ${files} uploaded files`;
}

async function openFile(file: string): Promise<Archive> {
  const blob = await openAsBlob(file).catch((error: unknown) => {
    throw new Failure(`${file} cannot be read: ${fileReason(error)}.`);
  });
  return openArchive(blob);
}

async function countLines(file: string): Promise<number> {
  let lines = 0;
  const handle = await open(file);
  for await (const _ of handle.readLines()) lines += 1;
  return lines;
}
