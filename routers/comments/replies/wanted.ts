import { languageFor, type Language } from '../../../shared/languages.ts';
import type { SubmitInput } from '../schemas.ts';
import { isErased } from '../../mail/confirmations/erased.ts';
import { mailboxHashes } from '../../mail/confirmations/mailbox-hash.ts';
import type { CallContext } from '../../core/context.ts';
import { fieldError } from '../../base/errors.ts';
import { emailAddress } from '../../base/mail-address.ts';
import { languageTag } from '../../data/settings/formats.ts';

/** The address to which replies to a new comment are mailed. */
export interface ReplyTo {
  /** In lower case. */
  email: string;
  language: Language;
  /** The hash of the network of the request. */
  network: string;
  /** Whether the address was erased: then it is neither stored nor mailed. */
  isErased: boolean;
}

/**
 * The address to which replies are mailed; null if the writer does not want that, or mail is not offered: then it is
 * not stored.
 *
 * @throws BAD_REQUEST for an address that is missing or invalid
 */
export async function wantedReplyAddress(
  ctx: Pick<CallContext, 'em' | 'clock' | 'policy' | 'settings' | 'request'>,
  { email = '', notify, language }: Pick<SubmitInput, 'email' | 'notify' | 'language'>,
): Promise<ReplyTo | null> {
  const { policy, settings, request } = ctx;
  if (!notify) return null;
  const { language: siteLanguage, siteUrl } = await settings.current();
  // The links in the mails need the address of the site.
  if (!policy.offersMail || siteUrl === '') return null;
  const address = emailAddress.safeParse(email);
  if (!address.success) {
    throw fieldError('email', '"email" must be an e-mail address such as ada@blog.example, or "notify" must be false.');
  }
  const tag = languageTag.safeParse(language ?? siteLanguage);
  const lower = address.data.toLowerCase();
  const { mailbox, network } = await mailboxHashes(ctx);
  return {
    email: lower,
    language: languageFor(tag.success ? tag.data : siteLanguage),
    network: network(request.clientIp),
    isErased: await isErased(ctx.em, mailbox(lower)),
  };
}
