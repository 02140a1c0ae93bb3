import { Anchor, Button, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';

import type { Media } from '../../index.ts';
import { trpc } from '../api/api.ts';
import { useTranslations } from '../translations/translations.ts';
import { CopyTextButton } from '../ui/copy-text-button.tsx';
import { optimisticList } from './optimistic-list.ts';
import { EditImage, isEditable } from './edit-image.tsx';
import { Facts } from './facts.tsx';
import { Fields, type Texts } from './fields.tsx';
import { mediaName, readable } from '../uploads/markdown.ts';
import { Preview } from '../uploads/preview.tsx';
import { ReplaceFile } from './replace-file.tsx';
import { useDialog, type AboutOne } from './use-dialog.ts';
import { Uses, useUses } from './uses.tsx';

/** Edits a file or a link, with a preview and the posts that use it. */
export function EditDialog({ about, isOpen, close }: AboutOne<Media>) {
  const { common } = useTranslations();
  const editing = useDialog<Media>();
  return (
    <>
      <Modal
        opened={isOpen}
        onClose={close}
        title={about && mediaName(about)}
        closeButtonProps={{ 'aria-label': common.close }}
      >
        {about && (
          <EditForm
            media={about}
            done={close}
            edit={(media) => {
              close();
              editing.open(media);
            }}
          />
        )}
      </Modal>
      <EditImage {...editing} />
    </>
  );
}

interface EditFormProps {
  media: Media;
  done: () => void;
  /** Opens the dialog to crop it. */
  edit: (media: Media) => void;
}

function EditForm({ media, done, edit }: EditFormProps) {
  const { common, media: t, pictures } = useTranslations();
  const [texts, setTexts] = useState<Texts>({ name: readable(media.name, media.url), alt: media.alt });
  const uses = useUses(media.id);
  const update = useMutation(
    trpc.media.update.mutationOptions({
      ...optimisticList(({ id, name = '', alt = '' }: { id: string } & Partial<Texts>, list) =>
        list.map((one) => (one.id === id ? { ...one, name, alt } : one)),
      ),
      onSuccess: done,
    }),
  );

  function send(event: FormEvent) {
    event.preventDefault();
    update.mutate({ id: media.id, ...texts });
  }

  return (
    <form onSubmit={send} noValidate className="form">
      <Stack>
        <div className="media-large">
          <Preview media={media} />
        </div>
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <Text size="sm" className="long-text" flex={1}>
            <Anchor href={media.url} target="_blank" rel="noreferrer" title={t.open}>
              {media.url}
            </Anchor>
          </Text>
          <CopyTextButton value={media.url} label={t.copyUrl} />
        </Group>
        <Facts media={media} />
        {media.mime !== undefined && <ReplaceFile media={media} begun={done} />}
        {isEditable(media) && (
          <Button variant="default" size="xs" className="media-edit" onClick={() => edit(media)}>
            {pictures.edit}
          </Button>
        )}
        <Fields texts={texts} change={setTexts} error={update.error} />
        <div>
          <Title order={3} size="h6">
            {t.usedIn}
          </Title>
          <Uses query={uses} />
        </div>
        <Group justify="flex-end">
          <Button variant="default" onClick={done}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={update.isPending}>
            {common.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
