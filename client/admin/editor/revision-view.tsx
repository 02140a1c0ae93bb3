import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { asBlogError } from '../errors/as-blog-error.ts';
import type { Revision } from '../../index.ts';
import { queryClient, trpc } from '../api/api.ts';
import { Failure } from '../ui/failure.tsx';
import { Loading } from '../ui/loading.tsx';
import { notifyDone } from '../ui/notify.ts';
import { useTranslations } from '../translations/translations.ts';
import { Compare } from './compare.tsx';
import { editorFields } from '../device/unsaved/fields.ts';

interface RevisionViewProps {
  id: string;
  version: number;
  /** The current version of the post. */
  current: number;
  restored: () => void;
}

/** Compares a version with the current one. */
export function RevisionView({ id, version, current, restored }: RevisionViewProps) {
  const { editor, common } = useTranslations();
  const then = useQuery(trpc.revisions.get.queryOptions({ id, version }));
  const now = useQuery(trpc.revisions.get.queryOptions({ id, version: current }));
  const [isAsking, setAsking] = useState(false);
  const copy = useQuery({ ...trpc.workingCopies.get.queryOptions({ id }), staleTime: 0 });
  const restore = useMutation(
    trpc.revisions.restore.mutationOptions({
      onSuccess() {
        notifyDone(editor.restored);
        setAsking(false);
        restored();
        void queryClient.invalidateQueries(trpc.pathFilter());
      },
    }),
  );
  const failed = then.error ?? now.error;
  if (failed) return <Failure error={failed} />;
  if (!then.data || !now.data) return <Loading />;

  return (
    <Stack component="section" aria-label={editor.chosen}>
      <Versions then={then.data.revision} now={now.data.revision} id={id} />
      <Group justify="flex-end">
        <Button onClick={() => setAsking(true)}>{editor.restoreVersion}</Button>
      </Group>
      <Modal
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={editor.restoreVersion}
        centered
        closeButtonProps={{ 'aria-label': common.close }}
      >
        <Stack>
          <Text>{editor.restoreHelp}</Text>
          {copy.data?.workingCopy && <Alert color="orange">{editor.restoreWaits}</Alert>}
          {restore.error && (
            <Alert color="red" role="alert">
              {asBlogError(restore.error).message}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setAsking(false)}>
              {common.cancel}
            </Button>
            <Button
              loading={restore.isPending}
              disabled={copy.isPending}
              onClick={() => restore.mutate({ id, version, ifVersion: current })}
            >
              {editor.restore}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </Stack>
  );
}

function Versions({ then, now, id }: { then: Revision; now: Revision; id: string }) {
  const { editor } = useTranslations();
  return (
    <>
      {(then.protected === 1 || now.protected === 1) && <Text>{editor.encryptedVersion}</Text>}
      <Compare
        before={{ fields: editorFields(then, id), label: editor.chosen }}
        after={{ fields: editorFields(now, id), label: editor.current }}
      />
    </>
  );
}
