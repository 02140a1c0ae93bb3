import { expect } from 'chai';

import type { TestService } from './service.ts';
import type { ReceivedMail } from './smtp.ts';

/** The path of a link in the text of a mail, by its purpose: `confirm`, `unsubscribe`. */
export function linkIn(mail: ReceivedMail | undefined, purpose: string): string {
  const [url = 'none:'] = new RegExp(`https://\\S+/mail/${purpose}/\\S+`).exec(mail?.text ?? '') ?? [];
  return new URL(url).pathname;
}

/** Opens a link like scanners of mails, and like browsers that load pages in advance. */
export async function openLikeScanners({ call }: TestService, path: string): Promise<void> {
  const ahead = { purpose: 'prefetch', 'sec-purpose': 'prefetch;prerender' };
  for (const method of ['HEAD', 'GET'] as const) {
    for (const headers of [{}, ahead]) expect((await call(method, path, { headers })).status).to.equal(200);
  }
}
