import type { z } from 'zod';

import { hasCredentials } from '../../../shared/link-targets.ts';
import type { NavigationEntry } from './navigation.ts';

/** What is wrong with a public URL that has credentials. */
export const REVEALS_CREDENTIALS =
  'must not contain a user name or password, which every reader could see; remove the part before "@"';

/**
 * The same field without a user name and password in its URLs, which every reader sees. For input alone: what was stored
 * before can still be read.
 */
export function withoutCredentials<Field extends z.ZodType<string | readonly NavigationEntry[] | null>>(
  field: Field,
): Field {
  const refined = field.refine((value) => !publicUrls(value).some(hasCredentials), { error: REVEALS_CREDENTIALS });
  return refined.meta(field.meta() ?? {});
}

function publicUrls(value: string | readonly NavigationEntry[] | null): string[] {
  if (typeof value === 'string') return [value];
  return (value ?? []).flatMap((entry) => [
    ...('url' in entry && entry.url !== undefined ? [entry.url] : []),
    ...('children' in entry ? publicUrls(entry.children) : []),
  ]);
}
