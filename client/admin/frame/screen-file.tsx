import { useEffect, useState, type ComponentType } from 'react';

import { loadFile } from '../api/load-file.ts';
import { asBlogError } from '../errors/as-blog-error.ts';
import { Failure } from '../ui/failure.tsx';
import { Loading } from '../ui/loading.tsx';

/** A screen in a chunk of its own, which can be loaded before it is shown. */
export interface ScreenFile {
  (): React.ReactNode;
  /** Loads the chunk. A failure is shown when the screen is rendered. */
  preload(): Promise<void>;
}

/**
 * A screen whose chunk is loaded on demand. While the service cannot be reached, it shows an error with a retry button.
 *
 * @param name the name of the export
 */
export function screenFile<N extends string>(load: () => Promise<Record<N, ComponentType>>, name: N): ScreenFile {
  let found: ComponentType | undefined;
  const find = async () => (found ??= (await loadFile(load))[name]);

  function Screen() {
    const [Found, setFound] = useState(() => found);
    const [failure, setFailure] = useState<unknown>();
    useEffect(() => {
      if (Found || failure !== undefined) return;
      find().then((component) => setFound(() => component), setFailure);
    }, [Found, failure]);
    if (Found) return <Found />;
    if (failure === undefined) return <Loading />;
    if (asBlogError(failure).code !== 'NETWORK_ERROR') reloadOnce(failure);
    return <Failure error={failure} retry={() => setFailure(undefined)} />;
  }

  Screen.preload = () =>
    find().then(
      () => undefined,
      () => undefined,
    );
  return Screen;
}

/** Reloads the page, because a newer version has other chunks. Once per error, to avoid a loop. */
function reloadOnce(failure: unknown): void {
  const key = `octavo-reloaded ${String(failure)}`;
  if (sessionStorage.getItem(key) !== null) throw failure;
  sessionStorage.setItem(key, '');
  location.reload();
}
