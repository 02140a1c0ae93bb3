import { Textarea } from '@mantine/core';
import { memo, useLayoutEffect, useRef } from 'react';

import { postFields } from '../../../shared/post-fields.ts';
import { directionOfText } from '../../../shared/text-direction.ts';
import { useTranslations } from '../translations/translations.ts';
import type { EditorDocument } from './document.ts';

/** The title. It measures its height, so that it must not be drawn again with each key of the text. */
export const Title = memo(function Title({ document, title }: { document: EditorDocument; title: string }) {
  const { fields: labels } = useTranslations();
  const input = useRef<HTMLTextAreaElement>(null);
  // A new post starts with the focus in its title.
  useLayoutEffect(() => {
    if (document.place !== 'title' || document.state().id !== null) return;
    input.current?.focus();
    input.current?.setSelectionRange(-1, -1);
  }, [document]);
  return (
    <Textarea
      classNames={{ input: 'editor-title live-title' }}
      variant="unstyled"
      autosize
      aria-label={labels.title}
      placeholder={labels.title}
      value={title}
      maxLength={postFields.title.max}
      dir={title === '' ? undefined : directionOfText(title)}
      ref={input}
      onFocus={() => (document.place = 'title')}
      onChange={({ currentTarget }) => document.change({ title: currentTarget.value.replaceAll('\n', ' ') })}
      onKeyDown={(event) => {
        // A title is one line; the text comes next.
        if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        document.view?.focus();
      }}
    />
  );
});
