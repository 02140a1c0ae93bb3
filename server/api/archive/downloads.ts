import { PassThrough, pipeline, Readable } from 'node:stream';

import { today } from '../../../routers/base/clock.ts';
import type { Services } from '../../../routers/core/context.ts';
import { withoutDeadline } from '../../../routers/base/deadline.ts';
import { appError } from '../../../routers/base/errors.ts';
import { DOWNLOADS, readDownload, type Download } from '../../../routers/transfer/archive/download.ts';
import { describeError } from '../../http/errors.ts';
import type { Context } from '../../http/request-state.ts';
import type { Routes } from '../../http/routes.ts';
import { countRead } from '../../http/request-context.ts';
import type { MediaStorage } from '../../storage/files/storage.ts';
import { writeArchive } from './archive.ts';
import { commentLines } from './comments.ts';
import { writeMarkdown } from './markdown.ts';
import { zipStream } from './write.ts';

const files = {
  archive: { name: 'octavo-archive', extension: 'zip', type: 'application/zip' },
  comments: { name: 'octavo-comments', extension: 'jsonl', type: 'application/x-ndjson; charset=utf-8' },
  markdown: { name: 'octavo-markdown', extension: 'zip', type: 'application/zip' },
};

/** Serves the files that `transfer.download` links to; they are generated while they are sent. */
export function addDownloads({ add }: Routes, services: Services, { storage }: { storage: MediaStorage }): void {
  add('GET', `${DOWNLOADS}:token`, async (ctx) => {
    await countRead(services, ctx.state);
    const { token = '' } = ctx.params as { token?: string };
    const wanted = await readDownload(services, token);
    if (!wanted) throw appError('NOT_FOUND', 'This download has expired; start it again.');
    answerWith(ctx, services, wanted);
    if (ctx.method === 'HEAD') return;
    const content = await withoutDeadline(() => openContent(wanted, services, storage));
    const body = new PassThrough();
    pipeline(content, body, (error) => {
      // The client must notice that the file is incomplete. If the client disconnected, there is nothing to report.
      if (error && !ctx.res.destroyed) describeError(error, services);
      if (error) ctx.res.destroy();
    });
    ctx.body = body;
    ctx.type = files[wanted.kind].type;
  });
}

function answerWith(ctx: Context, { clock }: Services, { kind }: Download): void {
  const { name, extension, type } = files[kind];
  const day = today(clock);
  ctx.state.isStream = true;
  ctx.status = 200;
  ctx.set('Content-Type', type);
  ctx.set('Content-Disposition', `attachment; filename="${name}-${day}.${extension}"`);
  ctx.set('Cache-Control', 'no-store');
  ctx.set('X-Robots-Tag', 'noindex');
  ctx.set('X-Accel-Buffering', 'no');
}

function openContent(
  { kind, forSession }: Download,
  services: Services,
  storage: MediaStorage,
): Promise<Readable> | Readable {
  if (kind === 'comments') return Readable.from(commentLines(services));
  return zipStream((zip) =>
    kind === 'archive' ? writeArchive(zip, services, storage, { forSession }) : writeMarkdown(zip, services, storage),
  );
}
