import type { Command } from 'commander';

import { plural } from '../plural.ts';
import { Failure, UsageError } from '../failures.ts';
import { print, printJson, table, visible } from '../output.ts';
import type { Progress } from '../../importers/import-posts.ts';
import { showProgress } from '../progress.ts';
import type { AdoptedBackups, DatabaseSide, Finding, Uploads } from './database-side.ts';
import { takeDataFolder, type ProcessSide } from './server.ts';

/** Adds copy, backup, restore, recovered and doctor. */
export function addDatabaseCommands(program: Command, server: DatabaseSide & Pick<ProcessSide, 'useData'>): void {
  program
    .command('copy')
    .description('copy everything to an empty database, SQLite or PostgreSQL')
    .requiredOption('--from <address>', 'such as sqlite:./data/blog.db; the service may keep running')
    .requiredOption('--to <address>', 'such as postgres://user@host:5432/database (password: PGPASSWORD)')
    .action((options: CopyOptions, command: Command) => copy(options, command, server));
  const backup = program
    .command('backup')
    .argument(
      '[file]',
      'a new file, or a folder with a slash at its end (default: BACKUP_DIR or BACKUP_S3, else beside the database)',
    )
    .description('back up the database and the uploaded files, even while the service runs')
    .option('--adopt', 'first make BACKUP_DIR or BACKUP_S3 the place of the backups, after a wanted change of it')
    .action((file: string | undefined, options: { adopt?: boolean }, command: Command) =>
      backUp(file, options, command, server),
    );
  const restoring = program
    .command('restore')
    .argument('<file>', 'a backup, or the name of one in BACKUP_DIR or BACKUP_S3; latest: the newest one there')
    .description('replace the database with a backup, while the service is stopped')
    .option('--force', 'replace an existing SQLite database, which is kept under another name')
    .action((file: string, options: { force?: boolean }, command: Command) => restore(file, options, command, server));
  const recovered = program
    .command('recovered')
    .description(
      'prepare a database that other tools have restored (pg_restore, point-in-time recovery), before the start',
    )
    .action((_options: object, command: Command) => recover(command, server));
  const doctor = program
    .command('doctor')
    .description('check configuration, database, disk, Redis and clock, and suggest fixes')
    .action((_options: object, command: Command) => examine(command, server));
  for (const command of [backup, restoring, recovered, doctor]) takeDataFolder(command, server);
}

interface CopyOptions {
  from: string;
  to: string;
}

async function copy({ from, to }: CopyOptions, command: Command, server: DatabaseSide): Promise<void> {
  let shown: Progress | undefined;
  const copied = await server
    .copy(from, to, (done, total) => {
      shown ??= showProgress(total, 'rows', true);
      shown.at(done);
    })
    .finally(() => shown?.stop());
  answer(
    command,
    { ok: true, ...copied },
    [
      countsOf(copied.tables),
      '',
      `Everything in ${copied.from} at the start is now in ${copied.to}, counted in both.`,
      ...(copied.uploads > 0
        ? [
            `The ${copied.uploads} uploaded files stay where MEDIA_URL says, for both databases: let only one of them be in use, because a file`,
            'that is deleted in one of them is gone for both.',
          ]
        : []),
      'Next: stop the service, set DATABASE_URL to the new database, and start it.',
    ].join('\n'),
  );
}

async function backUp(
  file: string | undefined,
  { adopt = false }: { adopt?: boolean },
  command: Command,
  server: DatabaseSide,
): Promise<void> {
  if (adopt && file !== undefined) throw new UsageError('--adopt is for BACKUP_DIR or BACKUP_S3: leave out the file.');
  const adopted = adopt ? await server.adoptBackups() : null;
  const made = await server.backup(file);
  answer(
    command,
    { ok: true, ...made, ...(adopted && { adopted }) },
    [
      ...(adopted ? [...describeAdopted(adopted), ''] : []),
      countsOf(made.tables),
      '',
      `The backup is ${made.file} (${formatSize(made.bytes)}), and it was verified.`,
      ...uploadsOf(made.uploads, 'the storage lacks'),
      ...(made.foreign.length > 0
        ? [
            `It contains what is not Octavo's, and cannot be restored: ${made.foreign.join(', ')}; drop it, and back up again.`,
          ]
        : []),
      ...(made.undeleted ? [`Old backups could not be deleted: ${made.undeleted.reason.replace(/\.$/, '')}.`] : []),
    ].join('\n'),
  );
}

function describeAdopted({ place, count, newest, wasForeign }: AdoptedBackups): string[] {
  const owner = wasForeign ? ' of another database' : '';
  return [
    newest === null
      ? `${place} had no backups.`
      : `${place} had ${plural(count, 'backup')}${owner}, the newest of which is ${newest}.`,
    'It is now the place of the backups of this database; BACKUP_KEEP counts all of them.',
  ];
}

async function restore(
  file: string,
  { force = false }: { force?: boolean },
  command: Command,
  server: DatabaseSide,
): Promise<void> {
  const restored = await server.restore(file, force);
  const lines = [
    countsOf(restored.tables),
    '',
    `The backup is now the database ${restored.file}; the service can be started.`,
    ...(restored.older ? ['It is of an older version; the next start migrates it.'] : []),
    ...uploadsOf(restored.uploads, 'it and the backup lack'),
    ...(restored.kept === null ? [] : [`The replaced database is ${restored.kept}`]),
  ];
  answer(command, { ok: true, ...restored }, lines.join('\n'));
}

async function recover(command: Command, server: DatabaseSide): Promise<void> {
  const database = await server.recovered();
  answer(
    command,
    { ok: true, database },
    [
      `The service can be started with ${database}.`,
      'Clients that follow its changes and events start again, and what was due or sent before now is not reported again.',
    ].join('\n'),
  );
}

function uploadsOf(uploads: Uploads | null, lacks: string): string[] {
  if (uploads === null) return [];
  const { place, files, copied, missing } = uploads;
  return [
    `Its uploaded files, ${files} with their sizes, are in ${place}; ${copied} were copied now.`,
    ...(missing.length > 0 ? [`Of them ${lacks} ${missing.length}, such as ${missing[0]}; see octavo doctor.`] : []),
  ];
}

async function examine(command: Command, server: DatabaseSide): Promise<void> {
  const findings = await server.doctor();
  const problems = findings.filter(({ level }) => level === 'problem').length;
  answer(command, { ok: problems === 0, findings }, findings.map(findingLine).join('\n'));
  if (problems > 0) throw new Failure(problems === 1 ? 'There is 1 problem.' : `There are ${problems} problems.`);
}

function findingLine({ level, about, text }: Finding): string {
  return `${level.padEnd(7)}  ${about.padEnd(13)}  ${visible(text)}`;
}

function answer(command: Command, value: object, text: string): void {
  if (command.optsWithGlobals()['json']) printJson(value);
  else print(text);
}

function countsOf(tables: Record<string, number>): string {
  return table(
    ['Table', 'Rows'],
    Object.entries(tables).map(([name, rows]) => [name, String(rows)]),
  );
}

function formatSize(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
