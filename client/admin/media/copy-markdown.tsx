import { ActionIcon, Tooltip, VisuallyHidden } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { Check, Copy } from 'lucide-react';
import { useEffect } from 'react';

import type { Media } from '../../index.ts';
import type { PictureSize } from '../../picture-size.ts';
import { fill } from '../words/fill.ts';
import { useWords } from '../words/words.ts';
import { markdownOf, nameOf } from './markdown.ts';

/** Copies what shows the link in a post, and says so. */
export function CopyMarkdown({ media, size }: { media: Media; size: PictureSize | undefined }) {
  const { common, media: words } = useWords();
  const { copy, copied, error } = useClipboard();
  const markdown = markdownOf(media, size);

  // Browsers let nobody copy over plain http, except on the machine itself.
  useEffect(() => {
    if (error) notifications.show({ message: fill(words.notCopied, { markdown }), color: 'yellow', autoClose: false });
  }, [error, markdown, words]);

  return (
    <>
      <Tooltip label={copied ? common.copied : words.copyMarkdown} opened={copied || undefined}>
        <ActionIcon
          variant="subtle"
          color={copied ? 'green' : 'gray'}
          aria-label={fill(words.copyOf, { name: nameOf(media) })}
          onClick={() => copy(markdown)}
        >
          {copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
        </ActionIcon>
      </Tooltip>
      <VisuallyHidden role="status">{copied && common.copied}</VisuallyHidden>
    </>
  );
}
