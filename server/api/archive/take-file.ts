import { findRefusal } from '../../../routers/base/callers.ts';
import type { Services } from '../../../routers/core/context.ts';
import { appError, failureOfInput } from '../../../routers/base/errors.ts';
import { addFile } from '../../../routers/media/files.ts';
import { reserveOwnPath } from '../../../routers/media/reservations.ts';
import { requireBegun } from '../../../routers/transfer/archive/begin.ts';
import { archivedFile, type ArchivedFile } from '../../../routers/transfer/archive/records.ts';
import { ARCHIVE_FILE_PATH } from '../../../shared/archive.ts';
import type { Config } from '../../config/config.ts';
import { allowLongBody } from '../../http/phases.ts';
import type { Routes } from '../../http/routes.ts';
import { OWNER } from '../../storage/files/incoming.ts';
import { receiveForm, takeFile, type MediaFiles } from '../../media/media.ts';
import { createRequestContext } from '../../http/request-context.ts';

/**
 * Takes the files of an archive whose exact import has begun: `multipart/form-data` with `archive`, `record` (JSON) and
 * `file`. It is checked like every upload, and gets the path and the id that it had.
 */
export function addArchiveFiles(
  { add }: Routes,
  services: Services,
  media: MediaFiles,
  limits: Pick<Config, 'uploadMaxImage' | 'uploadMaxFile'>,
): void {
  const { em, clock } = services;
  add('POST', ARCHIVE_FILE_PATH, async (ctx) => {
    const context = await createRequestContext(services, ctx.state);
    const refusal = findRefusal(context, { access: 'administrator', scope: 'transfer' });
    if (refusal) throw refusal;
    allowLongBody(ctx.req);
    let record: ArchivedFile | undefined;
    let archive = '';
    const readFields = (fields: Record<string, string>) => {
      record = readRecord(fields['record']);
      archive = fields['archive'] ?? '';
      return { name: record.name, alt: record.alt };
    };
    const id = await takeFile({ services, media, limits }, receiveForm(ctx.req), context.caller!.id, readFields, {
      async known() {
        await requireBegun(em.fork(), archive);
        return null;
      },
      async reserve(extension) {
        const { path, hash } = record!;
        const isOwn = path.endsWith(`-${hash.slice(0, 8)}.${extension}`);
        if (!isOwn) throw appError('BAD_REQUEST', `The path "${path}" does not belong to this file.`);
        return reserveOwnPath(em, clock, path, OWNER);
      },
      async store(reservation, facts) {
        const { path: _, hash, created_at, ...texts } = record!;
        const added = await addFile(em, clock, reservation, { ...facts, hash }, { ...texts, created_at });
        if (added === null) throw appError('MEDIA_EXISTS');
        return added;
      },
    });
    ctx.status = 201;
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { ok: true, id };
  });
}

/** @throws BAD_REQUEST */
function readRecord(text = ''): ArchivedFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw appError('BAD_REQUEST', 'The field "record" must be the record of the file as JSON.');
  }
  const { data, error } = archivedFile.safeParse(value);
  if (error) throw failureOfInput(error);
  return data;
}
