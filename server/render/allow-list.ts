import { defaultSchema, type Options } from 'rehype-sanitize';

import { allowedTags, droppedTags, idPrefix } from '../../shared/allowed-html.ts';

/** The HTML that a post may contain. Everything else is removed; elements in `strip` are removed with their text. */
export const allowList: Options = {
  tagNames: allowedTags,
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
  strip: droppedTags,
};
