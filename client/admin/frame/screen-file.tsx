import { useEffect, useState, type ComponentType } from 'react';

import { loadFile } from '../api/load-file.ts';
import { asBlogError } from '../api/as-blog-error.ts';
import { Failure } from '../ui/failure.tsx';
import { Loading } from '../ui/loading.tsx';

/** A screen in a file of its own, which can be loaded before it is shown. */
export interface ScreenFile {
  (): React.ReactNode;
  /** Loads the file. The screen itself says when that fails. */
  preload(): Promise<void>;
}

/**
 * A screen whose file comes when it is needed. While the service cannot be reached it says so, and can be tried again.
 *
 * @param name what the file exports
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
    if (asBlogError(failure).code !== 'NETWORK_ERROR') loadPageAnew(failure);
    return <Failure error={failure} retry={() => setFailure(undefined)} />;
  }

  Screen.preload = () =>
    find().then(
      () => undefined,
      () => undefined,
    );
  return Screen;
}

/** A newer release has other files, which the page names; once, lest it never ends. */
function loadPageAnew(failure: unknown): void {
  const key = `octavo-anew ${String(failure)}`;
  if (sessionStorage.getItem(key) !== null) throw failure;
  sessionStorage.setItem(key, '');
  location.reload();
}
