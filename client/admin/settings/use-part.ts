import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { asBlogError } from '../errors/as-blog-error.ts';
import type { BlogInputs, Settings } from '../../index.ts';
import { queryClient, trpc } from '../api/api.ts';
import { notifyFailure } from '../ui/notify.ts';
import { useTranslations } from '../translations/translations.ts';
import { change, changes, removeChanges, type FieldName, type Fields } from './changes.ts';
import { findProblems } from './checks.ts';
import { followAddress } from './follow-address.ts';

type Problems = Partial<Record<FieldName, string>>;

/** The form state of a part of the settings. */
export interface Part {
  values: Fields;
  /** Errors by field, of the validation here or of the service. */
  problems: Problems;
  /** Whether this part has unsaved changes. */
  isChanged: boolean;
  isSaving: boolean;
  /** Whether it was saved and not edited since. */
  isSaved: boolean;
  /** The values sent last. */
  sent: Partial<Fields>;
  /** Incremented when changes are discarded; used as a key, it resets fields that have a state of their own. */
  round: number;
  set<N extends FieldName>(name: N, value: Fields[N]): void;
  /** Sends the changes, or returns the names of the invalid fields. */
  save(): FieldName[];
  discard(): void;
}

/**
 * @param saved the settings in force
 * @param names the fields of this part
 */
export function usePart(saved: Settings, names: readonly FieldName[]): Part {
  const t = useTranslations();
  const all = changes.use();
  const own = Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name as FieldName)));
  const [problems, setProblems] = useState<Problems>({});
  const [isSaved, setSaved] = useState(false);
  const [round, setRound] = useState(0);
  const update = useMutation(
    trpc.settings.update.mutationOptions({
      onMutate: updateCache,
      onError(error, _sent, before) {
        revert(before);
        const refused = problemsByField(error);
        setProblems(refused);
        if (Object.keys(refused).length === 0) notifyFailure(error);
      },
      onSuccess(answer, sent) {
        removeChanges(sent);
        setSaved(true);
        followAddress(answer.siteUrl);
        queryClient.setQueryData(trpc.settings.get.queryKey(), answer);
        queryClient.setQueryData(trpc.settings.site.queryKey(), (site) => site && { ...site, ...answer });
      },
    }),
  );

  return {
    values: { ...saved, ...own },
    problems,
    isChanged: Object.keys(own).length > 0,
    isSaving: update.isPending,
    isSaved,
    sent: update.variables ?? {},
    round,
    set(name, value) {
      setSaved(false);
      setProblems((now) => ({ ...now, [name]: undefined }));
      change(saved, name, value);
    },
    save() {
      const found = findProblems(own, t);
      setProblems(found);
      const wrong = names.filter((name) => found[name] !== undefined);
      setSaved(false);
      if (wrong.length === 0) update.mutate(own);
      return wrong;
    },
    discard() {
      setProblems({});
      setRound(round + 1);
      removeChanges(own);
    },
  };
}

/** Updates the cached settings optimistically. */
async function updateCache(sent: BlogInputs['settings']['update']) {
  const key = trpc.settings.get.queryKey();
  await queryClient.cancelQueries({ queryKey: key });
  const before = queryClient.getQueryData(key);
  queryClient.setQueryData(key, (now) => now && { ...now, ...sent });
  return before;
}

function revert(before: Awaited<ReturnType<typeof updateCache>>): void {
  if (before) queryClient.setQueryData(trpc.settings.get.queryKey(), before);
}

/** The errors that the service found, by field. */
export function problemsByField(error: unknown): Problems {
  return Object.fromEntries(asBlogError(error).issues.map(({ path, message }) => [path.split('.')[0], message]));
}
