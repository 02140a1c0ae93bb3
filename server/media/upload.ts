import { z } from 'zod';

import { auditDeed } from '../../routers/core/audit.ts';
import { noteUse } from '../../routers/core/session-use.ts';
import { findRefusal, type Access } from '../../routers/base/callers.ts';
import type { CallContext, Services } from '../../routers/core/context.ts';
import type { Deed } from '../../routers/data/audit.ts';
import { withoutDeadline } from '../../routers/base/deadline.ts';
import { failureOfInput } from '../../routers/base/errors.ts';
import { noteUploadHost } from '../../routers/media/hosts.ts';
import { getMedia } from '../../routers/media/media.ts';
import { checkReplaceable, isSameFile, replaceFile } from '../../routers/media/replace.ts';
import { idInput, texts } from '../../routers/media/schemas.ts';
import type { Config } from '../config/config.ts';
import { allowLongBody } from '../http/phases.ts';
import type { Context } from '../http/request-state.ts';
import type { Routes } from '../http/routes.ts';
import { createRequestContext } from '../http/request-context.ts';
import { receiveForm, intoLibrary, takeFile, type MediaFiles } from './media.ts';
import { REPLACE_PATH, UPLOAD_PATH } from './upload-path.ts';

const ACCESS: Access = { access: 'administrator', scope: 'media' };
const fields = z.object(texts);

/** Takes uploads: `multipart/form-data` with the file in the field `file`. */
export function addUpload(
  { add }: Routes,
  services: Services,
  media: MediaFiles,
  limits: Pick<Config, 'uploadMaxImage' | 'uploadMaxFile'>,
): void {
  const taking = { services, media, limits };

  /** @throws UNAUTHORIZED, SCOPE_MISSING, PASSWORD_CHANGE_REQUIRED */
  async function admit(ctx: Context): Promise<CallContext> {
    const context = await createRequestContext(services, ctx.state);
    const refusal = findRefusal(context, ACCESS);
    if (refusal) throw refusal;
    allowLongBody(ctx.req);
    return { ...context, em: services.em.fork({ useContext: true }) };
  }

  async function answer(ctx: Context, call: CallContext, id: string, others: object): Promise<void> {
    if (call.caller?.kind === 'session') noteUse(services, call.caller);
    ctx.set('Cache-Control', 'no-store');
    await noteUploadHost(call);
    ctx.body = { ok: true, media: await getMedia(call, id), ...others };
  }

  add('POST', UPLOAD_PATH, async (ctx: Context) => {
    const call = await admit(ctx);
    const { known, store } = intoLibrary(taking);
    const id = await takeFile(taking, receiveForm(ctx.req), call.caller!.id, readTexts, {
      known,
      store: (...file) => tell(call, { action: 'media.upload', objects: [] }, () => store(...file)),
    });
    ctx.status = 201;
    ctx.set('Location', `/api/media/${id}`);
    await answer(ctx, call, id, {});
  });

  add('POST', REPLACE_PATH.replace('{id}', ':id'), async (ctx: Context) => {
    const call = await admit(ctx);
    const { id } = idInput.parse(ctx.params);
    await checkReplaceable(call, id);
    const posts = await takeFile(taking, receiveForm(ctx.req), call.caller!.id, readTexts, {
      known: async (hash) => ((await isSameFile(services.em.fork(), id, hash)) ? 0 : null),
      // A thousand posts may use it.
      store: (reservation, facts, written) =>
        tell(call, { action: 'media.replace', objects: [id] }, () =>
          withoutDeadline(() => replaceFile(call, id, reservation, facts, written)),
        ),
    });
    ctx.status = 200;
    await answer(ctx, call, id, { posts });
  });
}

/** Stores a file, of which the audit log tells. */
function tell<T>(call: CallContext, deed: Omit<Deed, 'subject'>, store: () => Promise<T>): Promise<T> {
  return auditDeed(call, call.caller!.kind, { subject: 'media', ...deed }, store);
}

/** @throws BAD_REQUEST */
function readTexts({ name, alt }: Record<string, string>) {
  const { data, error } = fields.safeParse({ ...(name && { name }), ...(alt !== undefined && { alt }) });
  if (error) throw failureOfInput(error);
  return data;
}
