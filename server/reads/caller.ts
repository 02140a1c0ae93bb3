import type { IncomingMessage } from 'node:http';

import { findSession, isAdministrator } from '../../routers/admin/sessions.ts';
import { isReceiptKnown } from '../../routers/comments/receipts.ts';
import type { CallContext, Reply, Services } from '../../routers/context.ts';
import { ownOrigin } from '../http/target.ts';
import { bearerToken, readReceipts } from '../request-context.ts';

/** Who shows something by which we may know them. A token or receipt that is not valid counts as none. */
export interface Caller {
  isAdministrator: boolean;
  isWriter: boolean;
}

/** Whether a request shows a token or receipts at all. */
export function showsSomething({ headers }: IncomingMessage): boolean {
  return headers.authorization !== undefined || headers['x-comment-receipt'] !== undefined;
}

/** Looks up what it shows. */
export async function recognise({ em, clock }: Services, req: IncomingMessage): Promise<Caller> {
  const token = bearerToken(req);
  const receipts = readReceipts(req);
  return {
    isAdministrator: token !== undefined && isAdministrator({ session: await findSession(em, clock, token) }),
    isWriter: receipts.length > 0 && (await isReceiptKnown(em, receipts)),
  };
}

/** The call of a visitor of whom nothing is known. */
export function anonymousCall(services: Services, req: IncomingMessage, address: string, reply: Reply): CallContext {
  return {
    ...services,
    em: services.em.fork({ useContext: true }),
    request: {
      address,
      peer: req.socket.remoteAddress,
      valuesOf: () => [],
      ownOrigin: ownOrigin(req),
      origin: undefined,
      fetchSite: undefined,
      receipts: [],
      setupKey: undefined,
      userAgent: undefined,
      ifMatch: undefined,
      suspicious: false,
      bodyProblem: undefined,
    },
    reply,
    session: null,
    single: true,
  };
}
