import { Badge, Button, Group, NavLink, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';

import type { RevisionSummary } from '../../index.ts';
import { trpc } from '../api/api.ts';
import { Empty } from '../ui/empty.tsx';
import { Failure } from '../ui/failure.tsx';
import { Loading } from '../ui/loading.tsx';
import { Screen } from '../ui/screen.tsx';
import { Time } from '../ui/time.tsx';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { RevisionView } from './revision-view.tsx';
import './editor.css';
import './revisions.css';

/** The number of versions that the service keeps. */
const MAX_VERSIONS = 50;

/** The versions of a post, to compare with the current one and to restore. */
export function RevisionsScreen() {
  const { id } = useParams({ from: '/posts/$id/revisions' });
  const { editor } = useTranslations();
  const list = useQuery({ ...trpc.revisions.list.queryOptions({ id, pageSize: MAX_VERSIONS }), staleTime: 0 });
  const [chosen, setChosen] = useState<number | null>(null);

  if (list.isPending) return <Loading />;
  if (list.isError) return <Failure error={list.error} retry={() => void list.refetch()} />;
  const [current, ...earlier] = list.data.revisions;
  const shown = chosen ?? earlier[0]?.version;

  return (
    <div className="revisions-screen">
      <Screen
        title={formatMessage(editor.versionsOf, { title: current?.title ?? id })}
        actions={
          <Button variant="default" renderRoot={(props) => <Link {...props} to="/posts/$id" params={{ id }} />}>
            {editor.backToEditor}
          </Button>
        }
      >
        <Text c="dimmed">{editor.versionsHelp}</Text>
        {current === undefined || shown === undefined ? (
          <Empty>{editor.onlyVersion}</Empty>
        ) : (
          <div className="revisions">
            <nav aria-label={editor.versions}>
              {earlier.map((revision) => (
                <Version
                  key={revision.version}
                  revision={revision}
                  isShown={revision.version === shown}
                  show={() => setChosen(revision.version)}
                />
              ))}
            </nav>
            <RevisionView
              key={shown}
              id={id}
              version={shown}
              current={current.version}
              restored={() => setChosen(null)}
            />
          </div>
        )}
      </Screen>
    </div>
  );
}

interface VersionProps {
  revision: RevisionSummary;
  isShown: boolean;
  show: () => void;
}

function Version({ revision: { savedAt, title, status, characters }, isShown, show }: VersionProps) {
  const { editor } = useTranslations();
  return (
    <NavLink
      component="button"
      active={isShown}
      aria-current={isShown}
      onClick={show}
      label={
        <Group justify="space-between" wrap="nowrap" gap="xs">
          <Time at={savedAt} />
          <Badge size="xs" variant="dot" color={status === 'published' ? 'green' : 'gray.5'}>
            {editor[status]}
          </Badge>
        </Group>
      }
      description={
        <Stack gap={0} component="span">
          <Text span size="xs" truncate>
            {title}
          </Text>
          <span>{formatMessage(editor.characters, { count: characters })}</span>
        </Stack>
      }
    />
  );
}
