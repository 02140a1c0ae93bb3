import { basename } from 'node:path';
import type { Command } from 'commander';

import { plural } from '../plural.ts';
import type { Media } from '../../index.ts';
import { Failure, describeFailure } from '../failures.ts';
import { openBlob } from '../open-blob.ts';
import type { Progress } from '../../importers/import-posts.ts';
import { print, printJson, visible } from '../output.ts';
import { showProgress } from '../progress.ts';
import { openSession } from '../session.ts';
import { takeDataFolder, type ProcessSide } from './server.ts';

/** Operations on the storage of uploaded files, without the service. */
export interface MediaSide {
  /**
   * Copies every file to another storage.
   *
   * @param progress called with the numbers of copied and of all files
   */
  moveMedia(to: string, progress: (done: number, total: number) => void): Promise<Moved>;
  /**
   * Marks the storage of MEDIA_URL as that of this database.
   *
   * @param isTrial whether it only compares them
   */
  adoptMedia(isTrial: boolean): Promise<Adopted>;
}

interface Adopted {
  place: string;
  /** Files of the library. */
  files: number;
  /** Those of them that are not there, with the names of the first. */
  missing: { count: number; names: string[] };
  /** Whether it was the storage of another database. */
  wasForeign: boolean;
}

interface Moved {
  from: string;
  to: string;
  files: number;
  copied: number;
  missing: Sample;
  loose: Sample;
}

interface Sample {
  count: number;
  first: string;
}

/** Adds media upload, media replace, media move and media adopt. */
export function addMediaCommands(program: Command, server: MediaSide & Pick<ProcessSide, 'useData'>): void {
  const media = program.command('media').description('the media library');
  const moving = media
    .command('move')
    .requiredOption('--to <address>', 'as in MEDIA_URL: file:/srv/media, s3://bucket/prefix?endpoint=https://…')
    .description('copy all uploaded files to another storage, and verify them; on the server')
    .action((options: { to: string }, command: Command) => move(options.to, command, server));
  const adopting = media
    .command('adopt')
    .option('--dry-run', 'only name the files that are missing there')
    .description('make MEDIA_URL the place of the uploaded files, after a wanted change of it; on the server')
    .action((options: { dryRun?: boolean }, command: Command) => adopt(options, command, server));
  for (const command of [moving, adopting]) takeDataFolder(command, server);
  media
    .command('upload')
    .argument('<file...>')
    .description('upload images, videos, audio and PDF files')
    .option('--alt <text>', 'the alternative text, for people who cannot see the image')
    .action(upload);
  media
    .command('replace')
    .argument('<id>', 'the id of the file in the library, m-…')
    .argument('<file>')
    .description('replace an uploaded file; posts that use it show the new one')
    .option('--alt <text>', 'a new alternative text')
    .action(replace);
}

async function replace(id: string, path: string, { alt }: { alt?: string }, command: Command): Promise<void> {
  const { client, answer } = await openSession(command);
  const result = await client.media.replace(id, await openFile(path), { alt });
  const posts = `${plural(result.posts, 'post')} ${result.posts === 1 ? 'was' : 'were'} changed`;
  answer(result, visible(`${result.media.url} (${posts})`));
}

/** Uploads one file after the other; one that is refused does not stop those after it. */
async function upload(paths: string[], { alt }: { alt?: string }, command: Command): Promise<void> {
  const { client, answer } = await openSession(command);
  const uploaded: { file: string; media: Media }[] = [];
  const refused: { file: string; error: string }[] = [];
  for (const path of paths) {
    try {
      const { media } = await client.media.upload(await openFile(path), { alt });
      uploaded.push({ file: path, media });
    } catch (error) {
      refused.push({ file: path, error: describeFailure(error) });
    }
  }
  const lines = [
    ...uploaded.map(({ file, media }) => `${file}: ${media.url}`),
    ...refused.map(({ file, error }) => `${file}: ${error}`),
  ];
  answer({ ok: refused.length === 0, uploaded, refused }, lines.map((line) => visible(line)).join('\n'));
  if (refused.length > 0) throw new Failure(`${refused.length} of ${paths.length} files were not uploaded.`);
}

async function move(to: string, command: Command, server: MediaSide): Promise<void> {
  let shown: Progress | undefined;
  const isJson = command.optsWithGlobals()['json'] === true;
  const moved = await server
    .moveMedia(to, (done, total) => {
      shown ??= showProgress(total, 'files', true);
      shown.at(done);
    })
    .finally(() => shown?.stop());
  if (isJson) printJson({ ok: true, ...moved });
  else print(visible(describeMove(moved), { lines: true }));
}

async function adopt({ dryRun = false }: { dryRun?: boolean }, command: Command, server: MediaSide): Promise<void> {
  const adopted = await server.adoptMedia(dryRun);
  const { place, files, missing, wasForeign } = adopted;
  const lines = [
    ...(wasForeign ? [`${place} ${dryRun ? 'has' : 'had'} the uploaded files of another database.`] : []),
    missing.count === 0
      ? files === 0
        ? 'The library has no uploaded files.'
        : `All ${plural(files, 'file')} of the library are there.`
      : `Of the ${plural(files, 'file')} of the library, ${missing.count} ${missing.count === 1 ? 'is' : 'are'} not there:`,
    ...missing.names.map((name) => `  ${name}`),
    ...(missing.count > missing.names.length ? ['  …'] : []),
    dryRun
      ? `Nothing was changed. Without --dry-run, ${place} becomes the place of the uploaded files.`
      : `${place} is now the place of the uploaded files; a running service stores files there within a minute.`,
  ];
  if (command.optsWithGlobals()['json'] === true) printJson({ ok: true, dryRun, ...adopted });
  else print(visible(lines.join('\n'), { lines: true }));
}

function describeMove({ from, to, files, copied, missing, loose }: Moved): string {
  const sample = ({ count, first }: Sample) => `${plural(count, 'file')}, such as ${first}`;
  return [
    `${files === 1 ? 'The file' : `All ${files} files`} in ${from} ${files === 1 ? 'is' : 'are'} now in ${to} too, ${copied} since this run; size and hash are the same.`,
    ...(missing.count > 0
      ? [`Of the library, ${sample(missing)}, were not there: uploaded during this run, or missing before.`]
      : []),
    ...(loose.count > 0
      ? [`In ${to} are ${sample(loose)}, that the library does not have: delete what was deleted in the library.`]
      : []),
    '',
    'Next: stop the service, run this command again, which copies what was uploaded since, set',
    `MEDIA_URL=${to}`,
    `and start the service. Nothing was deleted in ${from}.`,
  ].join('\n');
}

async function openFile(path: string): Promise<File> {
  return new File([await openBlob(path, 'The file')], basename(path));
}
