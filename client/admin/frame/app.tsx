import { DirectionProvider, MantineProvider, useDirection } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';

import { queryClient } from '../api/api.ts';
import { styleNonce } from '../api/nonce.ts';
import { Gate } from '../sign-in/gate.tsx';
import { router } from './router.tsx';
import { theme } from './theme/theme.ts';

/** The app: the sign-in gate and, behind it, the screen of the URL. */
export function App() {
  return (
    <DirectionProvider>
      <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={styleNonce}>
        <Toasts />
        <QueryClientProvider client={queryClient}>
          <Gate>
            <RouterProvider router={router} />
          </Gate>
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  );
}

/** The place of notifications, at the end of lines. */
function Toasts() {
  const { dir } = useDirection();
  return <Notifications position={dir === 'rtl' ? 'bottom-left' : 'bottom-right'} />;
}
