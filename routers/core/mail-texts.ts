/** A mail without its recipient: templates and their variables. docs/mail.md lists them. */
export interface MailView {
  /** The name of the templates: `<name>.subject`, `<name>.text` and `<name>.html` in the folder `mail` of the theme. */
  template: string;
  /** A language tag: that of the recipient. */
  language: string;
  /** The variables besides `site`, `locale` and `look`. */
  values: Record<string, unknown>;
}

/** The texts of a mail. */
export interface MailTexts {
  subject: string;
  text: string;
  html: string;
}

/** A picture as mails show it. */
export interface MailPicture {
  /** For screens with two pixels in one CSS pixel; most mail clients read this one alone. */
  src: string;
  /** The same with a smaller version for other screens; absent if there is none. */
  srcset?: string;
  /** In CSS pixels. */
  width: number;
  height: number;
  /** The original for Outlook on Windows, which shows no WebP; absent if it can show `src`, or nothing. */
  original?: string;
}

/** The content of a post in both parts of a mail. */
export interface MailedContent {
  html: string;
  text: string;
}
