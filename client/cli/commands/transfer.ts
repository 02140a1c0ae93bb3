import type { Command } from 'commander';

import { exportFolder } from '../export-folder.ts';
import { Failure } from '../failures.ts';
import { importFolder } from '../import-folder.ts';
import type { FileNote, ImportReport } from '../../importers/import-posts.ts';
import { visible } from '../output.ts';
import { showProgress } from '../progress.ts';
import { sessionOf } from '../session.ts';

/** Adds import markdown and export markdown. */
export function addTransferCommands(program: Command): void {
  program
    .command('import')
    .description('take in posts from another blog')
    .command('markdown')
    .argument('<folder>')
    .description('take in a folder of Markdown files; running it again updates what changed')
    .option('--dry-run', 'tell what would happen and change nothing')
    .action(importMarkdown);
  program
    .command('export')
    .description('take all posts out')
    .command('markdown')
    .argument('<folder>')
    .description('write every post into a folder as a Markdown file, which import reads back')
    .action(exportMarkdown);
}

async function importMarkdown(
  folder: string,
  { dryRun = false }: { dryRun?: boolean },
  command: Command,
): Promise<void> {
  const { client, json, answer } = await sessionOf(command);
  const report = await importFolder(client, folder, { dryRun, start: (total) => showProgress(total, 'posts', json) });
  answer({ ok: report.refused.length === 0, dryRun, ...report }, described(report, dryRun));
  if (report.refused.length > 0) {
    throw new Failure(
      report.refused.length === 1 ? '1 file was refused.' : `${report.refused.length} files were refused.`,
    );
  }
}

async function exportMarkdown(folder: string, _options: object, command: Command): Promise<void> {
  const { client, json, answer } = await sessionOf(command);
  const posts = await exportFolder(client, folder, (total) => showProgress(total, 'posts', json));
  answer({ ok: true, posts, folder }, `${posts} posts are in ${folder}`);
}

function described(report: ImportReport, dryRun: boolean): string {
  const { refused, skipped, drafts, notes: more, pictures } = report;
  const notes = (title: string, files: FileNote[]) => [
    ...(files.length > 0 ? ['', `${title}:`] : []),
    ...files.map(({ file, reason }) => `  ${visible(file)}: ${visible(reason)}`),
  ];
  const beside = pictures.map(({ file, pictures: names }) => ({ file, reason: names.join(', ') }));
  return [
    ...notes('Pictures beside the files, which stay where they are', beside),
    ...notes('Drafts', drafts),
    ...notes('Notes', more),
    ...notes('Skipped', skipped),
    ...notes('Refused', refused),
    ...([refused, skipped, drafts, more, beside].some((files) => files.length > 0) ? [''] : []),
    `${report.new} new, ${report.changed} changed, ${report.unchanged} unchanged, ${refused.length} refused, ${skipped.length} skipped, ${drafts.length} drafts`,
    ...(dryRun ? ['This was a dry run: nothing was changed.'] : []),
  ].join('\n');
}
