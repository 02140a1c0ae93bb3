import type { Services } from '../core/context.ts';

/** A mail, ready to be rendered and sent. */
export interface Mail {
  /** The address of the one recipient, in its canonical form. */
  to: string;
  /** A language tag: that of the recipient. */
  language: string;
  /** The name of the templates: `<name>.subject`, `<name>.text` and `<name>.html` in the folder `mail` of the theme. */
  template: string;
  /** The variables of the templates besides `site`, `locale`. docs/mail.md lists them. */
  values: Record<string, unknown>;
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
