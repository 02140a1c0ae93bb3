import { Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef } from 'react';

import type { Media } from '../../index.ts';
import { useTranslations } from '../translations/translations.ts';
import { AltRow } from './alt-row.tsx';
import { isRunning, isStray, lacksAlt, removeUploads, showUploads, useAllUploads, type Upload } from './queue.ts';
import { UploadRow } from './upload-row.tsx';
import { useSummary } from './use-summary.ts';
import './uploads.css';

interface UploadListProps {
  owner: string;
  /** Whether to show uploads of other places that failed after these were left. */
  withStray?: boolean;
  /** Shown above the files, such as who can read them. */
  note?: string | undefined;
  /** Asks for the missing alternative texts of uploaded images, and gets them. */
  describe?: (media: Media, alt: string) => void;
  /** Called when the list becomes empty by a button of it, to move the focus. */
  emptied?: () => void;
}

/** The uploads of a place: their progress, what failed, and the alternative texts that are missing. */
export function UploadList({ owner, withStray = false, note, describe, emptied }: UploadListProps) {
  const { uploads: t, common } = useTranslations();
  const mine = useAllUploads().filter((upload) => upload.owner === owner || (withStray && isStray(upload)));
  useEffect(() => showUploads(owner), [owner]);
  const open = mine.filter((upload) => upload.state !== 'done');
  const lacking = describe ? mine.filter(lacksAlt) : [];
  const { seen, heard } = useSummary(mine);
  const place = useRef<HTMLElement>(null);
  const shown = [...open, ...lacking];

  function remove(gone: readonly Upload[]): void {
    removeUploads(gone.map(({ id }) => id));
    // The focused button disappears.
    if (shown.length > gone.length) place.current?.focus();
    else emptied?.();
  }

  return (
    <>
      <VisuallyHidden role="status">{heard}</VisuallyHidden>
      {shown.length > 0 && (
        <section className="uploads" aria-label={t.list} ref={place} tabIndex={-1}>
          <Group justify="space-between" gap="xs">
            <Text size="sm" fw={500}>
              {open.length > 0 ? seen : t.describe}
            </Text>
            {open.some(isRunning) ? (
              <Button variant="subtle" color="gray" size="compact-sm" onClick={() => remove(open.filter(isRunning))}>
                {t.cancelAll}
              </Button>
            ) : (
              <Button variant="subtle" color="gray" size="compact-sm" onClick={() => remove(shown)}>
                {common.close}
              </Button>
            )}
          </Group>
          {note !== undefined && (
            <Text size="sm" c="dimmed">
              {note}
            </Text>
          )}
          <ul>
            {open.map((upload) => (
              <UploadRow key={upload.id} upload={upload} remove={() => remove([upload])} />
            ))}
            {lacking.map((upload) => (
              <AltRow key={upload.id} media={upload.media!} describe={describe!} done={() => remove([upload])} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
