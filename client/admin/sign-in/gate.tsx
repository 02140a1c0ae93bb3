import { Center, getDefaultZIndex, Loader, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactNode } from 'react';

import { trpc } from '../api/api.ts';
import { Failure } from '../ui/failure.tsx';
import { Prove } from './prove.tsx';
import { loadScreenTexts, useTranslations } from '../translations/translations.ts';
import { GatePage } from './gate-page.tsx';
import { Login } from './login.tsx';
import { useSession } from '../session/use-session.ts';
import { WatchSession } from './watch-session.tsx';

// Used once in the life of a blog, so each is a chunk of its own. The login is part of the main chunk, for sessions
// that expire after an upgrade.
const ChangePassword = lazy(async () => ({ default: (await import('./change-password.tsx')).ChangePassword }));
const Enrol = lazy(async () => {
  const [{ Enrol: part }] = await Promise.all([import('./enrol.tsx'), loadScreenTexts()]);
  return { default: part };
});
const SetUp = lazy(async () => ({ default: (await import('./set-up.tsx')).SetUp }));

/** Shows its children while signed in. When a session ends, they stay mounted behind the sign-in dialog. */
export function Gate({ children }: { children: ReactNode }) {
  const state = useSession();
  const { session, security } = useTranslations();
  if (state === 'out') return <Entrance />;
  return (
    <>
      <WatchSession />
      {state === 'must-change' ? (
        <Suspense fallback={<Waiting />}>
          <GatePage title={session.change} help={session.mustChange}>
            <ChangePassword autoFocus />
          </GatePage>
        </Suspense>
      ) : state === 'must-enrol' ? (
        <Suspense fallback={<Waiting />}>
          <GatePage title={security.required} help={security.requiredHelp}>
            <Enrol />
          </GatePage>
        </Suspense>
      ) : (
        children
      )}
      <Prove />
      <Modal
        opened={state === 'expired'}
        onClose={() => undefined}
        withCloseButton={false}
        closeOnEscape={false}
        closeOnClickOutside={false}
        title={session.title}
        centered
        // Above all other dialogs, including those opened later.
        zIndex={getDefaultZIndex('max')}
      >
        <Login help={session.again} />
      </Modal>
    </>
  );
}

/** Set-up for a new blog, login for all others. */
function Entrance() {
  const { session } = useTranslations();
  const state = useQuery(trpc.admin.state.queryOptions());
  if (state.isPending) return <Waiting />;
  if (state.isError) return <Failure error={state.error} retry={() => void state.refetch()} />;
  return state.data.isSetUp ? (
    <GatePage title={session.title}>
      <Login />
    </GatePage>
  ) : (
    <Suspense fallback={<Waiting />}>
      <GatePage title={session.setUp} help={session.setUpHelp}>
        <SetUp needsKey={state.data.needsSetupKey} />
      </GatePage>
    </Suspense>
  );
}

function Waiting() {
  return (
    <Center mih="100vh">
      <Loader />
    </Center>
  );
}
