import type { Section } from '../../../../entities/comment.ts';
import { appError } from '../../../../routers/base/errors.ts';
import type { View } from '../engine.ts';
import type { PageRequest } from '../request.ts';
import { threadView } from './thread.ts';
import { describedBySite, translator } from './translate.ts';

const PATH = '/guestbook';

/** The message keys of each section. */
const messages: Record<Section, { title: string; hint: string; invitation: string }> = {
  'gb-note': { title: 'guestbook.notes', hint: 'guestbook.notesHint', invitation: 'guestbook.notesInvitation' },
  'gb-idea': { title: 'guestbook.ideas', hint: 'guestbook.ideasHint', invitation: 'guestbook.ideasInvitation' },
};

/**
 * The guestbook: both sections, the newest entries first.
 *
 * @throws NOT_FOUND while the owner hides it
 */
export async function guestbookView(request: PageRequest): Promise<View> {
  const settings = await request.call.settings.current();
  if (!settings.guestbookEnabled) throw appError('NOT_FOUND', 'Nothing was found at this URL.');
  const sections = await Promise.all((Object.keys(messages) as Section[]).map((id) => sectionOf(request, id)));
  const title_key = 'guestbook.title';
  const description = describedBySite(settings, translator(settings)(title_key));
  return { template: 'guestbook', values: { sections, title_key, description, path: PATH, here: 'guestbook' } };
}

async function sectionOf(request: PageRequest, id: Section) {
  const thread = await threadView(request, id, { path: PATH, parameter: id, newestFirst: true });
  return { ...thread, ...messages[id], empty: 'guestbook.empty' };
}
