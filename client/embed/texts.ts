/** The message keys of a thread, and the order of its comments. */
export interface ThreadTexts {
  newestFirst: boolean;
  /** The title of an empty thread, and of one with `count` comments. */
  title: string;
  counted: string;
  empty: string;
  older: string;
  invitation: string;
}

const guestbook = { newestFirst: true, empty: 'guestbook.empty', older: 'guestbook.older' };

const sections: Record<string, ThreadTexts> = {
  'gb-note': {
    ...guestbook,
    title: 'guestbook.notes',
    counted: 'guestbook.notes',
    invitation: 'guestbook.notesInvitation',
  },
  'gb-idea': {
    ...guestbook,
    title: 'guestbook.ideas',
    counted: 'guestbook.ideas',
    invitation: 'guestbook.ideasInvitation',
  },
};

const comments: ThreadTexts = {
  newestFirst: false,
  title: 'comments.title',
  counted: 'comments.count',
  empty: 'comments.empty',
  older: 'comments.older',
  invitation: 'form.comment',
};

/** The texts of a thread. */
export function threadTexts(post: string): ThreadTexts {
  return sections[post] ?? comments;
}
