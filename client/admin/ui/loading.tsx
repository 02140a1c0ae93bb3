import { Center, Loader } from '@mantine/core';

import { useTranslations } from '../translations/translations.ts';

/** A loading indicator. */
export function Loading() {
  const { common } = useTranslations();
  return (
    <Center mih={240}>
      <Loader role="status" aria-label={common.loading} />
    </Center>
  );
}
