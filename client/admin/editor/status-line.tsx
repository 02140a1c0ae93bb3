import { Text } from '@mantine/core';

import { fill } from '../words/fill.ts';
import { useLanguage, useWords } from '../words/words.ts';
import type { Words } from '../words/en/en.ts';
import { isUnsaved, type DocumentState, type EditorDocument, type Task, type Trouble } from './document.ts';
import { isSecret } from './keep-on-device.ts';

type EditorWords = Words['editor'];

/** Says where the newest words are: on the screen only, on this device, or with the service. */
export function StatusLine({ document, state }: { document: EditorDocument; state: DocumentState }) {
  const { editor } = useWords();
  const language = useLanguage();
  const { trouble, running } = state;
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short' });
  const text =
    running !== null
      ? editor.running[running]
      : trouble !== null
        ? sentenceOf(trouble, editor, state)
        : restingSentence(document, state, editor, time);
  return (
    <Text
      size="sm"
      className="editor-status"
      role="status"
      aria-live="polite"
      c={trouble !== null && running === null ? 'red.8' : 'dimmed'}
      title={text}
    >
      {text}
    </Text>
  );
}

function sentenceOf(trouble: Trouble, words: EditorWords, { onDevice }: DocumentState): string {
  if (typeof trouble !== 'string') return trouble.sentence;
  if (trouble === 'unreachable') return onDevice === 'kept' ? words.unreachableKept : words.unreachable;
  return words.troubles[trouble];
}

function restingSentence(
  document: EditorDocument,
  state: DocumentState,
  words: EditorWords,
  time: Intl.DateTimeFormat,
): string {
  const { onDevice, done, copyFrom, id, status } = state;
  if (isUnsaved(state)) {
    if (isSecret(document)) return words.notKept;
    if (onDevice === 'full') return words.deviceFull;
    return onDevice === 'kept' ? words.kept : words.unsaved;
  }
  if (copyFrom !== null && status === 'published') return words.waits;
  if (done !== null) return fill(doneSentence(done.task, words), { time: time.format(done.at) });
  return id === null ? '' : words.upToDate;
}

function doneSentence(task: Task, words: EditorWords): string {
  return { save: words.savedAt, publish: words.publishedAt, unpublish: words.unpublishedAt }[task];
}
