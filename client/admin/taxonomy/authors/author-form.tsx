import { Alert, Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';

import type { Author } from '../../../api/types.ts';
import { postFields } from '../../../../shared/post-fields.ts';
import { asBlogError } from '../../errors/as-blog-error.ts';
import { queryClient, trpc } from '../../api/api.ts';
import { formatMessage } from '../../translations/format-message.ts';
import { useTranslations } from '../../translations/translations.ts';
import { notifyDone } from '../../ui/notify.ts';
import { errorSentence } from '../../errors/translate-error.ts';
import { ImageField } from '../../media/image-field.tsx';
import type { CountedAuthor } from './counted-author.ts';
import { ProfileLinks } from './profile-links.tsx';

interface AuthorDialogProps {
  /** Absent: a new one. */
  author: CountedAuthor | undefined;
  close(): void;
}

/** Adds or changes an author. */
export function AuthorDialog({ author, close }: AuthorDialogProps) {
  const { common, authors: t } = useTranslations();
  return (
    <Modal
      opened
      onClose={close}
      title={author ? formatMessage(t.editTitle, { name: author.name }) : t.add}
      closeButtonProps={{ 'aria-label': common.close }}
      centered
    >
      <AuthorForm author={author} done={close} />
    </Modal>
  );
}

function AuthorForm({ author, done }: { author: CountedAuthor | undefined; done: () => void }) {
  const { common, authors: t } = useTranslations();
  const [fields, setFields] = useState<Author>(author ?? { id: '', name: '', bio: '', picture: '', links: [] });
  const set = (changes: Partial<typeof fields>) => setFields((now) => ({ ...now, ...changes }));
  const options = {
    onSuccess() {
      notifyDone(t.saved);
      done();
      // Posts have the names of their authors.
      return queryClient.invalidateQueries();
    },
  };
  const create = useMutation(trpc.authors.create.mutationOptions(options));
  const update = useMutation(trpc.authors.update.mutationOptions(options));
  const error = create.error ?? update.error;
  const refusal = error && asBlogError(error);
  const fieldProblem = (field: string) => refusal?.issues.find(({ path }) => path.startsWith(field))?.message;
  const { id, name, bio, picture, links } = fields;

  function send(event: FormEvent) {
    event.preventDefault();
    const values = { name, bio, picture, links: links.filter(({ label, url }) => label !== '' || url !== '') };
    if (author) update.mutate({ id: author.id, ...values });
    else create.mutate({ id: id.trim(), ...values });
  }

  return (
    <form onSubmit={send} noValidate className="form">
      <Stack>
        <TextInput
          label={t.name}
          description={author && t.nameHelp}
          maxLength={postFields.author.max}
          value={name}
          error={fieldProblem('name')}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
          data-autofocus
        />
        {!author && (
          <TextInput
            label={t.id}
            description={t.idHelp}
            maxLength={postFields.authors.max}
            value={id}
            error={fieldProblem('id') ?? (refusal?.code === 'AUTHOR_EXISTS' ? t.exists : undefined)}
            onChange={({ currentTarget }) => set({ id: currentTarget.value })}
            autoComplete="off"
            spellCheck={false}
          />
        )}
        <Textarea
          label={t.bio}
          description={t.bioHelp}
          maxLength={1000}
          autosize
          minRows={2}
          value={bio}
          error={fieldProblem('bio')}
          onChange={({ currentTarget }) => set({ bio: currentTarget.value })}
        />
        <ImageField
          label={t.picture}
          value={picture}
          change={(url) => set({ picture: url })}
          owner={`author ${author?.id ?? ''}`}
          texts={{ url: t.pictureUrl, shown: t.picture, remove: t.removePicture, wrongKind: t.pictureKind }}
          maxLength={2000}
          error={fieldProblem('picture')}
        />
        <ProfileLinks links={links} change={(next) => set({ links: next })} error={fieldProblem('links')} />
        {error && refusal?.issues.length === 0 && refusal.code !== 'AUTHOR_EXISTS' && (
          <Alert color="red" role="alert">
            {errorSentence(error)}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={done}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={create.isPending || update.isPending} disabled={name.trim() === ''}>
            {common.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
