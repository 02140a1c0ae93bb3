import { defaultSchema, type Options } from 'rehype-sanitize';

import { allowedSchemes, allowedTags, droppedTags, idPrefix } from '../../../shared/allowed-html.ts';

/** The HTML that a post may contain. Everything else is removed; elements in `strip` are removed with their text. */
export const allowList: Options = {
  tagNames: allowedTags,
  attributes: {
    '*': ['id', 'title', 'lang', 'dir', 'ariaDescribedBy'],
    a: ['href', 'name', 'ariaLabel', 'dataFootnoteRef', 'dataFootnoteBackref', ['className', 'data-footnote-backref']],
    audio: ['src', 'controls', 'loop', 'preload', 'ariaLabel'],
    blockquote: ['dataAlert'],
    code: ['dataInline', ['className', /^language-[\w+#.-]{1,40}(?:[,{].{0,80})?$/]],
    details: ['open'],
    h2: [['className', 'sr-only']],
    img: ['src', 'alt', 'width', 'height'],
    input: ['checked', ['type', 'checkbox'], ['disabled', true]],
    li: ['value', ['className', 'task-list-item']],
    ol: ['start', 'reversed', ['className', 'contains-task-list']],
    section: ['dataFootnotes', ['className', 'footnotes']],
    source: ['src', ['type', /^(?:audio|video)\/[\w.+-]+/]],
    td: ['align', 'colSpan', 'rowSpan'],
    th: ['align', 'colSpan', 'rowSpan', 'scope'],
    time: ['dateTime'],
    track: ['src', 'kind', 'srcLang', 'label', 'default'],
    ul: [['className', 'contains-task-list']],
    video: ['src', 'controls', 'loop', 'preload', 'playsInline', 'ariaLabel', 'poster', 'width', 'height'],
  },
  protocols: { href: allowedSchemes, src: ['http', 'https'], poster: ['http', 'https'] },
  ancestors: defaultSchema.ancestors ?? null,
  required: { input: { type: 'checkbox', disabled: true } },
  clobber: ['id', 'ariaDescribedBy'],
  clobberPrefix: idPrefix,
  strip: droppedTags,
};
