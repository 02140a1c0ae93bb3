import { defaultSchema, type Options } from 'rehype-sanitize';

/** In front of every id that a post brings, so that none takes the place of one of the page's own. */
export const idPrefix = 'user-content-';

/** What HTML of a post may hold; everything else is taken out, and what stands in `strip` with its text. */
export const allowList: Options = {
  tagNames: words(
    'h1 h2 h3 h4 h5 h6 p br hr blockquote pre div section span',
    'ul ol li dl dt dd input details summary figure figcaption img a',
    'table caption thead tbody tfoot tr th td',
    'strong b em i u s del ins mark small sub sup abbr cite q time code kbd samp var ruby rb rp rt',
  ),
  attributes: {
    '*': ['id', 'title', 'lang', 'dir', 'ariaDescribedBy'],
    a: ['href', 'name', 'ariaLabel', 'dataFootnoteRef', 'dataFootnoteBackref', ['className', 'data-footnote-backref']],
    code: [['className', /^language-[\w+#.-]{1,40}(?:[,{].{0,80})?$/]],
    details: ['open'],
    h2: [['className', 'sr-only']],
    img: ['src', 'alt', 'width', 'height'],
    input: ['checked', ['type', 'checkbox'], ['disabled', true]],
    li: [['className', 'task-list-item']],
    ol: ['start', 'reversed', ['className', 'contains-task-list']],
    section: ['dataFootnotes', ['className', 'footnotes']],
    td: ['align', 'colSpan', 'rowSpan'],
    th: ['align', 'colSpan', 'rowSpan', 'scope'],
    time: ['dateTime'],
    ul: [['className', 'contains-task-list']],
  },
  protocols: { href: ['http', 'https', 'mailto'], src: ['http', 'https'] },
  ancestors: defaultSchema.ancestors ?? null,
  required: { input: { type: 'checkbox', disabled: true } },
  clobber: ['id', 'ariaDescribedBy'],
  clobberPrefix: idPrefix,
  strip: words(
    'script style iframe object embed applet frameset template noscript noembed noframes',
    'svg math title textarea select xmp plaintext audio video canvas',
  ),
};

function words(...lines: string[]): string[] {
  return lines.join(' ').split(' ');
}
