import { Alert } from '@mantine/core';

import { asBlogError } from '../errors/as-blog-error.ts';

/** Says why a form was refused. */
export function Problem({ error }: { error: unknown }) {
  return (
    <Alert color="red" role="alert">
      {asBlogError(error).message}
    </Alert>
  );
}
