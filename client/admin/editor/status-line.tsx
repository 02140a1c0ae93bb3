import { Text } from '@mantine/core';

import { useSiteZone } from '../api/use-site-zone.ts';
import { useLanguage, useTranslations } from '../translations/translations.ts';
import { isNotStored, isUnsaved, type DocumentState, type EditorDocument } from './document.ts';
import { restingSentence, troubleSentence } from './status-sentences.ts';
import { useIsComing } from './use-is-coming.ts';

/** Whether screen readers announce the status: not at each pause of typing. */
function isNews(state: DocumentState): boolean {
  const { trouble, done } = state;
  return trouble !== null || isNotStored(state) || !(isUnsaved(state) || done?.task === 'autosave');
}

/** Shows whether the text is saved, only on this device, or only on the screen. */
export function StatusLine({ document, state }: { document: EditorDocument; state: DocumentState }) {
  const { editor, posts } = useTranslations();
  const language = useLanguage();
  const zone = useSiteZone();
  const isScheduled = useIsComing(state.base.publishAt);
  const { trouble, running } = state;
  const t = { ...editor, scheduledFor: posts.scheduledFor };
  const isAsked = running !== null && running !== 'autosave';
  const text = isAsked
    ? editor.running[running]
    : trouble !== null
      ? troubleSentence(trouble, editor, state)
      : restingSentence(document, t, { language, zone, isScheduled });
  return (
    <Text
      size="sm"
      className="editor-status"
      role="status"
      aria-live={isAsked || isNews(state) ? 'polite' : 'off'}
      c={trouble !== null && !isAsked ? 'red.8' : 'dimmed'}
    >
      {text}
    </Text>
  );
}
