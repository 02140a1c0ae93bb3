import type { Command } from 'commander';

import { plural } from '../plural.ts';
import { exportFolder } from '../export-folder.ts';
import { Failure, UsageError } from '../failures.ts';
import { fetchPicture } from '../fetch-picture.ts';
import { importFolder } from '../import-folder.ts';
import { formats } from '../../importers/formats.ts';
import { importFile } from '../../importers/import-file.ts';
import { isso } from '../../importers/isso/isso.ts';
import type { Importer } from '../../importers/importer.ts';
import { createPictures } from '../../importers/pictures.ts';
import { checkPattern } from '../../importers/markdown/permalinks.ts';
import { showProgress } from '../progress.ts';
import { textOfFile } from '../text-of-file.ts';
import { readOldSite, type OldSiteOptions } from '../old-site.ts';
import { openSession } from '../session.ts';
import { keepHeapSmall } from '../small-heap.ts';
import { addArchiveCommands } from './archive.ts';
import { endImport } from './import-report.ts';
import { addVerifyCommand } from './verify.ts';

/** Adds the imports and the exports. */
export function addTransferCommands(program: Command): void {
  const imports = program.command('import').description('import posts and comments from another system');
  for (const format of [...formats, isso]) addFormat(imports, format);
  imports
    .command('markdown')
    .argument('<folder>')
    .description('import a folder of Markdown files; running it again updates what changed')
    .option('--dry-run', 'report what would happen and change nothing')
    .option(
      '--permalink <pattern>',
      'the pattern of old URLs, such as /:year/:month/:day/:title/ (default: as configured)',
    )
    .option('--old-url <address>', 'the URL of the old blog: links to it become links between posts')
    .option('--fetch-pictures', 'download images from other hosts, and upload them as well')
    .option('--built <folder or zip>', 'take the old addresses from the files that the generator wrote')
    .option('--sitemap <file or URL>', 'take the old addresses from the sitemap of the old blog')
    .action(importMarkdown);
  addVerifyCommand(imports);
  const exports = program.command('export').description('export posts, comments, or everything');
  addArchiveCommands(imports, exports);
  exports
    .command('markdown')
    .argument('<folder>')
    .description('write all posts to a folder as Markdown files, which can be imported again, and the uploaded files')
    .action(exportMarkdown);
}

/** Adds the command that imports an export of another system. */
function addFormat(imports: Command, format: Importer): void {
  const command = imports
    .command(format.name)
    .argument('<file>')
    .option('--dry-run', 'report what would happen and change nothing')
    .action(
      async (
        file: string,
        { dryRun = false, oldUrl, permalink, fetchPictures = false, keepEmail }: ImportCommandOptions,
        command: Command,
      ) => {
        checkUrl(oldUrl);
        if (permalink !== undefined) usable(() => checkPattern(permalink));
        keepHeapSmall();
        const { client, json, answer } = await openSession(command);
        const report = await importFile(client.transfer.import, format, await textOfFile(file), {
          dryRun,
          oldUrl,
          permalink,
          keepEmail,
          pictures: createPictures(client.media.upload, fetchPictures ? fetchPicture : undefined),
          start: (total) => showProgress(total, format.commentsOnly ? 'comments' : 'posts and comments', json),
        });
        endImport(report, dryRun, answer, { things: 'entry' });
      },
    );
  if (format.hasEmails) {
    command.option('--keep-email', 'keep the e-mail addresses of comment authors; nothing is mailed to them');
  }
  if (format.commentsOnly) {
    command
      .description(`import the comments of ${format.system} for existing posts and for comment sites; can be repeated`)
      .option('--old-url <address>', 'the URL of the site, if the export has only paths');
    return;
  }
  command
    .description(`import an export of ${format.system}; running it again updates what changed`)
    .option('--old-url <address>', 'the URL of the old blog, if the export does not contain it')
    .option('--fetch-pictures', 'download the images of the old blog and of other hosts, and upload them');
  if (format.name === 'ghost') {
    command.option('--permalink <pattern>', 'the pattern of old URLs, such as /{year}/{slug}/ (default: /{slug}/)');
  }
}

interface ImportCommandOptions {
  dryRun?: boolean;
  permalink?: string;
  oldUrl?: string;
  fetchPictures?: boolean;
  keepEmail?: boolean;
}

function usable(check: () => void): void {
  try {
    check();
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function importMarkdown(
  folder: string,
  { dryRun = false, permalink, oldUrl, fetchPictures, built, sitemap }: ImportCommandOptions & OldSiteOptions,
  command: Command,
): Promise<void> {
  if (permalink !== undefined) usable(() => checkPattern(permalink));
  checkUrl(oldUrl);
  const oldSite = await readOldSite({ built, sitemap });
  const { client, json, answer } = await openSession(command);
  const report = await importFolder(client, folder, {
    dryRun,
    permalink,
    oldUrl,
    oldSite,
    fetchPictures,
    start: (total) => showProgress(total, 'posts', json),
  });
  if (report.new + report.changed + report.unchanged + report.refused.length === 0) {
    throw new Failure(`${folder} has no posts: choose the folder of a site with Markdown files.`);
  }
  endImport(report, dryRun, answer);
}

function checkUrl(url: string | undefined): void {
  if (url !== undefined && !/^https?:\/\//.test(url)) {
    throw new UsageError(`"${url}" is not an address such as https://blog.example.`);
  }
}

async function exportMarkdown(folder: string, _options: object, command: Command): Promise<void> {
  const { client, url, json, answer } = await openSession(command);
  const report = await exportFolder(client, url, folder, (total) => showProgress(total, 'posts', json));
  const { posts, files, missing } = report;
  const lines = [
    `${plural(posts, 'post')} ${posts === 1 ? 'is' : 'are'} in ${folder}`,
    ...(files > 0 ? [`${plural(files, 'uploaded file')} ${files === 1 ? 'is' : 'are'} in ${folder}/static/media`] : []),
    ...missing.map((path) => `${path} is named in a post, and the service does not have it`),
  ];
  answer({ ok: true, ...report, folder }, lines.join('\n'));
}
