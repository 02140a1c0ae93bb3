import { Button, Group, Modal, Stack, Text } from '@mantine/core';

import type { Media } from '../../index.ts';
import { deleteSoon } from '../deletions/deletions.ts';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { mediaName } from '../uploads/markdown.ts';
import type { AboutOne } from './use-dialog.ts';
import { Uses, useUses } from './uses.tsx';

interface DeleteDialogProps extends AboutOne<Media> {
  /** Called as soon as it is hidden. */
  deleted(): void;
}

/** Removes a file or a link from the library after a confirmation that lists the posts using it. */
export function DeleteDialog({ about, isOpen, close, deleted }: DeleteDialogProps) {
  const { common, media: t } = useTranslations();

  function send(media: Media) {
    deleteSoon({
      kind: 'media',
      keys: [media.id],
      what: formatMessage(common.quoted, { name: mediaName(media) }),
      calls: [{ path: 'media.delete', input: { id: media.id } }],
    });
    close();
    deleted();
  }

  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={about && formatMessage(t.deleteOf, { name: mediaName(about) })}
      closeButtonProps={{ 'aria-label': common.close }}
      centered
    >
      {about && <Warning media={about} cancel={close} send={() => send(about)} />}
    </Modal>
  );
}

function Warning({ media, cancel, send }: { media: Media; cancel: () => void; send: () => void }) {
  const { common, media: t } = useTranslations();
  const uses = useUses(media.id);
  const posts = uses.data?.total ?? 0;
  const isFile = media.mime !== undefined;
  return (
    <Stack>
      <Text>{isFile ? t.deleteFileHelp : t.deleteHelp}</Text>
      {posts > 0 && <Text fw={500}>{formatMessage(isFile ? t.deleteFileUsed : t.deleteUsed, { count: posts })}</Text>}
      <Uses query={uses} />
      <Group justify="flex-end">
        <Button variant="default" onClick={cancel} data-autofocus>
          {common.cancel}
        </Button>
        <Button color="red.9" disabled={uses.isPending} onClick={send}>
          {common.delete}
        </Button>
      </Group>
    </Stack>
  );
}
