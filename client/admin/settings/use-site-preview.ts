import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { BlogInputs, BlogOutputs } from '../../api/types.ts';
import { asBlogError } from '../errors/as-blog-error.ts';
import { client } from '../api/api.ts';
import { changes } from './changes.ts';
import { problemsByField } from './use-part.ts';

type Page = NonNullable<BlogInputs['settings']['preview']['page']>;

/** A page of the site with the unsaved settings. */
export interface Previewed {
  page: Page;
  choose: (page: Page) => void;
  /** Undefined before the first answer; of the last valid settings afterwards. */
  shown: BlogOutputs['settings']['preview'] | undefined;
  /** Why the current settings cannot be shown, by field. */
  problems: Partial<Record<string, string>>;
  isBroken: boolean;
}

/** How long typing must pause before the preview is updated. */
const DEBOUNCE_MS = 300;

/** A preview of the site with the unsaved settings of all parts. */
export function useSitePreview(): Previewed {
  const [page, choose] = useState<Page>('home');
  const [input] = useDebouncedValue(changes.use(), DEBOUNCE_MS);
  const { data, error } = useQuery({
    queryKey: ['settings preview', page, input],
    queryFn: ({ signal }) =>
      client.mutation('settings.preview', { ...input, page }, { signal }) as Promise<
        BlogOutputs['settings']['preview']
      >,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return {
    page,
    choose,
    shown: data,
    problems: error ? problemsByField(error) : {},
    isBroken: error !== null && asBlogError(error).issues.length === 0,
  };
}
