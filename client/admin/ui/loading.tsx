import { Center, Loader } from '@mantine/core';

import { useWords } from '../words/words.ts';

/** While something is on its way. */
export function Loading() {
  const { common } = useWords();
  return (
    <Center mih={240}>
      <Loader role="status" aria-label={common.loading} />
    </Center>
  );
}
