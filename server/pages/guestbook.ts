import { plainText } from '../../client/plain-text.ts';
import type { Section } from '../../entities/comment.ts';
import type { CommentShape } from '../../routers/comments/schemas.ts';
import type { Settings } from '../../routers/settings/schemas.ts';
import { html, type Html } from '../html.ts';
import { day } from './dates.ts';
import { layout } from './layout.ts';

/** What the page shows of one section. */
export interface SectionEntries {
  id: Section;
  /** The oldest first, as procedures give them. */
  comments: CommentShape[];
  total: number;
  /** The cursor of the entries before these, when there are any. */
  before?: string;
}

const words: Record<Section, { title: string; hint: string; action: string }> = {
  'gb-note': { title: 'Notes', hint: 'Messages and greetings.', action: 'Leave a note' },
  'gb-idea': { title: 'Ideas', hint: 'What could be better or is missing here.', action: 'Suggest an idea' },
};

/** The guestbook: both sections, the newest entries first, each with a form that the script brings to life. */
export function guestbookPage(site: Settings, sections: SectionEntries[]): string {
  return layout({
    site,
    title: 'Guestbook',
    path: '/guestbook',
    body: html`<h1>Guestbook</h1>
      <nav class="tabs" aria-label="Sections">
        ${sections.map(({ id, total }) => html`<a href="#${id}">${words[id].title} <small>${total}</small></a> `)}
      </nav>
      ${sections.map((section) => sectionPart(site, section))}
      <template id="entry">${entryWith('', html`<time></time>`, '')}</template>`,
  });
}

function sectionPart({ language, commentsEnabled }: Settings, { id, comments, before }: SectionEntries): Html {
  const { title, hint, action } = words[id];
  const known = new Set(comments.map((comment) => comment.id));
  const replies = Map.groupBy(comments, ({ parent_id }) => parent_id);
  // A reply whose parent is not among these stands by itself.
  const first = comments.filter(({ parent_id }) => parent_id === null || !known.has(parent_id)).toReversed();
  return html`<section id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title}</h2>
    <p>${hint}</p>
    ${commentsEnabled ? form(id, action) : html`<p class="note">New entries are not taken at the moment.</p>`}
    <ol class="entries">
      ${first.map((comment) => entry(comment, replies, language))}
    </ol>
    ${comments.length === 0 && html`<p class="empty">Nobody has written here yet.</p>`}
    ${before !== undefined && html`<p><a href="/guestbook?${id}=${before}#${id}">Older entries</a></p>`}
  </section> `;
}

function form(id: Section, action: string): Html {
  return html`<noscript><p class="note">Writing here needs JavaScript.</p></noscript>
    <form data-thread="${id}" hidden>
      <label for="${id}-author">Your name</label>
      <input id="${id}-author" name="author" autocomplete="nickname" required />
      <label for="${id}-content">${action}</label>
      <textarea id="${id}-content" name="content" rows="4" required></textarea>
      <p><button>Send</button> <span role="status"></span></p>
    </form>`;
}

type Replies = Map<string | null, CommentShape[]>;

function entry(comment: CommentShape, replies: Replies, language: string): Html {
  // Procedures escape these once, for pages that do not; here the template does.
  const author = plainText(comment.author);
  const content = plainText(comment);
  const below = replies.get(comment.id) ?? [];
  const answers =
    below.length > 0 &&
    html`<ol>
      ${below.map((reply) => entry(reply, replies, language))}
    </ol> `;
  if (content === '')
    return html`<li>
      <p class="meta">Withdrawn by its writer.</p>
      ${answers}
    </li> `;
  return entryWith(author, day(comment.date, language), content, answers);
}

function entryWith(author: string, date: Html, content: string, answers: Html | false = false): Html {
  return html`<li>
    <p class="meta"><b class="author">${author}</b> ${date}</p>
    <p class="text">${content}</p>
    ${answers}
  </li> `;
}
