import { ActionIcon, Tooltip, VisuallyHidden } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { Check, Copy } from 'lucide-react';
import { useEffect } from 'react';

import type { Media } from '../../index.ts';
import type { ImageSize } from '../../../shared/image-size.ts';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { mediaMarkdown, mediaName } from '../uploads/markdown.ts';

/** Copies the Markdown of a link. */
export function CopyMarkdown({ media, size }: { media: Media; size: ImageSize | undefined }) {
  const { common, media: t } = useTranslations();
  const { copy, copied, error } = useClipboard();
  const markdown = mediaMarkdown(media, size);

  // The clipboard is unavailable over plain HTTP, except on localhost.
  useEffect(() => {
    if (error)
      notifications.show({ message: formatMessage(t.notCopied, { markdown }), color: 'yellow', autoClose: false });
  }, [error, markdown, t]);

  return (
    <>
      <Tooltip label={copied ? common.copied : t.copyMarkdown} opened={copied || undefined}>
        <ActionIcon
          variant="subtle"
          color={copied ? 'green' : 'gray'}
          aria-label={formatMessage(t.copyOf, { name: mediaName(media) })}
          onClick={() => copy(markdown)}
        >
          {copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
        </ActionIcon>
      </Tooltip>
      <VisuallyHidden role="status">{copied && common.copied}</VisuallyHidden>
    </>
  );
}
