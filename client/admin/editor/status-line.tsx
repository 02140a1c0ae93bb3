import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { trpc } from '../api/api.ts';
import { useLanguage, useTranslations } from '../translations/translations.ts';
import type { DocumentState, EditorDocument } from './document.ts';
import { restingSentence, troubleSentence } from './status-sentences.ts';
import { useIsComing } from './use-is-coming.ts';

/** Shows whether the text is saved, only on this device, or only on the screen. */
export function StatusLine({ document, state }: { document: EditorDocument; state: DocumentState }) {
  const { editor, posts } = useTranslations();
  const language = useLanguage();
  const { data: site } = useQuery(trpc.settings.site.queryOptions());
  const isScheduled = useIsComing(state.base.publishAt);
  const { trouble, running } = state;
  const t = { ...editor, scheduledFor: posts.scheduledFor };
  const text =
    running !== null
      ? editor.running[running]
      : trouble !== null
        ? troubleSentence(trouble, editor, state)
        : restingSentence(document, t, { language, zone: site?.timeZone ?? 'UTC', isScheduled });
  return (
    <Text
      size="sm"
      className="editor-status"
      role="status"
      aria-live="polite"
      c={trouble !== null && running === null ? 'red.8' : 'dimmed'}
    >
      {text}
    </Text>
  );
}
