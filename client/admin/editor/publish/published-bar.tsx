import { Button, CloseButton, CopyButton, Group, Text } from '@mantine/core';
import { useEffect, useState } from 'react';

import { sitePath } from '../site-path.ts';
import { formatMessage } from '../../translations/format-message.ts';
import { useTranslations } from '../../translations/translations.ts';
import type { DocumentState, EditorDocument, Publication } from '../document.ts';
import { perform } from '../tasks.ts';
import { useIsComing } from '../use-is-coming.ts';
import { useAddress } from './when-and-where.tsx';

/** As long as the service waits with the mailing. */
const UNDO_MS = 10_000;

interface PublishedBarProps {
  document: EditorDocument;
  state: DocumentState;
}

/** After a publication: the address of the post, and undo. */
export function PublishedBar({ document, state }: PublishedBarProps) {
  const { publication } = state;
  const [closed, setClosed] = useState<Publication | null>(publication);
  if (publication === null || publication === closed) return null;
  return (
    <Actions
      key={publication.at}
      document={document}
      state={state}
      publication={publication}
      close={() => setClosed(publication)}
    />
  );
}

interface ActionsProps extends PublishedBarProps {
  publication: Publication;
  close: () => void;
}

function Actions({ document, state, publication, close }: ActionsProps) {
  const { common, editor, publishing: t } = useTranslations();
  const { kind, id, running } = state;
  const address = useAddress(state);
  const isScheduled = useIsComing(state.base.publishAt);
  const left = useSecondsLeft(publication.at + UNDO_MS);
  if (id === null || address === null) return null;
  const isUpdate = publication.before.status === 'published';
  const done = isUpdate ? t.updated : isScheduled ? t.scheduled : t.published;
  const share = { title: state.base.title, url: address };
  return (
    <Group component="section" aria-label={done} className="published-bar" gap="xs">
      <div className="published-bar-text">
        <Text size="sm" role="status">
          {done}{' '}
          <span dir="ltr" className="publish-address">
            {address}
          </span>
        </Text>
        {left > 0 && !isScheduled && (
          <Text size="sm" c="dimmed">
            {t.mayBeRead} {publication.notifies === true && t.mailingDelay}
          </Text>
        )}
      </div>
      <Group gap="xs">
        {left > 0 && (
          <Button size="xs" variant="light" loading={running === 'undo'} onClick={() => void perform(document, 'undo')}>
            {`${t.undo} · ${formatMessage(t.seconds, { count: left })}`}
          </Button>
        )}
        {!isScheduled && (
          <Button size="xs" variant="default" component="a" href={sitePath({ kind, id })} target="_blank">
            {kind === 'page' ? editor.viewPage : editor.viewPost}
          </Button>
        )}
        <CopyButton value={address}>
          {({ copied, copy }) => (
            <Button size="xs" variant="default" onClick={copy}>
              {copied ? common.copied : t.copyAddress}
            </Button>
          )}
        </CopyButton>
        {!isScheduled && 'share' in navigator && (
          // Rejects when the user closes the sheet.
          <Button size="xs" variant="default" onClick={() => void navigator.share(share).catch(() => undefined)}>
            {t.share}
          </Button>
        )}
        <CloseButton aria-label={common.close} onClick={close} />
      </Group>
    </Group>
  );
}

/** How many seconds are left until a time; 0 after it. Renders again with each. */
function useSecondsLeft(end: number): number {
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((end - now) / 1000));
  useEffect(() => {
    if (left === 0) return undefined;
    const timer = setTimeout(() => setNow(Date.now()), (end - Date.now()) % 1000 || 1000);
    return () => clearTimeout(timer);
  }, [end, left, now]);
  return left;
}
