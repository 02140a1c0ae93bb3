import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';

import type { Media } from '../../index.ts';
import { trpc } from '../api/api.ts';
import { notifyDone, notifyFailure } from '../ui/notify.ts';
import { plural, interpolate } from '../translations/interpolate.ts';
import { useLanguage, useTranslations } from '../translations/translations.ts';
import { nameOf } from './markdown.ts';
import { optimisticList } from './optimistic-list.ts';
import type { AboutOne } from './use-dialog.ts';
import { Uses, useUses } from './uses.tsx';

interface DeleteDialogProps extends AboutOne<Media> {
  /** Called as soon as it is hidden. */
  deleted(): void;
}

/** Removes a file or a link from the library after a confirmation that lists the posts using it. */
export function DeleteDialog({ about, isOpen, close, deleted }: DeleteDialogProps) {
  const { common, media: t } = useTranslations();
  const list = optimisticList(({ id }: { id: string }, media) => media.filter((one) => one.id !== id));
  const remove = useMutation(
    trpc.media.delete.mutationOptions({
      ...list,
      onError(error, variables, before) {
        list.onError(error, variables, before);
        notifyFailure(error);
      },
    }),
  );

  function send(media: Media) {
    const name = nameOf(media);
    void remove.mutateAsync({ id: media.id }).then(
      () => notifyDone(interpolate(t.deleted, { name })),
      () => undefined,
    );
    close();
    deleted();
  }

  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={about && interpolate(t.deleteOf, { name: nameOf(about) })}
      closeButtonProps={{ 'aria-label': common.close }}
      centered
    >
      {about && <Warning media={about} cancel={close} send={() => send(about)} />}
    </Modal>
  );
}

function Warning({ media, cancel, send }: { media: Media; cancel: () => void; send: () => void }) {
  const { common, media: t } = useTranslations();
  const language = useLanguage();
  const uses = useUses(media.id);
  const posts = uses.data?.total ?? 0;
  const isFile = media.mime !== undefined;
  return (
    <Stack>
      <Text>{isFile ? t.deleteFileHelp : t.deleteHelp}</Text>
      {posts > 0 && <Text fw={500}>{plural(isFile ? t.deleteFileUsed : t.deleteUsed, posts, language)}</Text>}
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
