import type { Services } from '../core/context.ts';
import type { MailView } from '../core/mail-texts.ts';

/** A mail, ready to be rendered and sent. */
export interface Mail extends MailView {
  /** The address of the one recipient, in its canonical form. */
  to: string;
  /** The URL that ends the subscription by POST (RFC 8058), for mails that were requested on the site. */
  unsubscribeUrl?: string;
}

/** The services that composing a mail may use; `em` is a separate fork. */
export type MailContext = Services;

/** A kind of mail. Its `data` are those of the job, which it parses. */
export interface MailType {
  /** Composes it when it is about to be sent. @returns null if it is no longer to be sent */
  compose(ctx: MailContext, data: unknown): Promise<Mail | null>;
  /** Called after the server has accepted it. After a crash in between, the mail is sent again. */
  accepted?(ctx: MailContext, data: unknown): Promise<void>;
}
