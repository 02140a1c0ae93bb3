import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { asBlogError } from '../api/as-blog-error.ts';
import type { BlogInputs, Settings } from '../../index.ts';
import { queryClient, trpc } from '../api/api.ts';
import { notifyFailure } from '../ui/notify.ts';
import { useTranslations } from '../translations/translations.ts';
import { change, changes, forget, type FieldName, type Fields } from './changes.ts';
import { problemsOf } from './checks.ts';

type Problems = Partial<Record<FieldName, string>>;

/** One part of the settings while somebody works on it. */
export interface Part {
  values: Fields;
  /** What is wrong, by field: found here, or said by the service. */
  problems: Problems;
  /** Whether anything of this part is not saved. */
  isChanged: boolean;
  isSaving: boolean;
  /** Whether the last thing that happened is that it was saved. */
  isSaved: boolean;
  /** What was sent last. */
  sent: Partial<Fields>;
  /** Goes up whenever changes are given up: what a field holds besides its value begins anew with it. */
  round: number;
  set<N extends FieldName>(name: N, value: Fields[N]): void;
  /** Sends what changed. Gives the fields that are wrong when it is not sent. */
  save(): FieldName[];
  discard(): void;
}

/**
 * @param saved the settings in force
 * @param names the fields of this part
 */
export function usePart(saved: Settings, names: readonly FieldName[]): Part {
  const t = useTranslations().settings;
  const all = changes.use();
  const own = Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name as FieldName)));
  const [problems, setProblems] = useState<Problems>({});
  const [isSaved, setSaved] = useState(false);
  const [round, setRound] = useState(0);
  const update = useMutation(
    trpc.settings.update.mutationOptions({
      onMutate: showAtOnce,
      onError(error, _sent, before) {
        takeBack(before);
        const refused = refusedFields(error);
        setProblems(refused);
        if (Object.keys(refused).length === 0) notifyFailure(error);
      },
      onSuccess(answer, sent) {
        forget(sent);
        setSaved(true);
        queryClient.setQueryData(trpc.settings.get.queryKey(), answer);
        queryClient.setQueryData(trpc.settings.site.queryKey(), answer);
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
      const found = problemsOf(own, t);
      setProblems(found);
      const wrong = names.filter((name) => found[name] !== undefined);
      setSaved(false);
      if (wrong.length === 0) update.mutate(own);
      return wrong;
    },
    discard() {
      setProblems({});
      setRound(round + 1);
      forget(own);
    },
  };
}

/** The settings as they will be, until the service says otherwise. */
async function showAtOnce(sent: BlogInputs['settings']['update']) {
  const key = trpc.settings.get.queryKey();
  await queryClient.cancelQueries({ queryKey: key });
  const before = queryClient.getQueryData(key);
  queryClient.setQueryData(key, (now) => now && { ...now, ...sent });
  return before;
}

function takeBack(before: Awaited<ReturnType<typeof showAtOnce>>): void {
  if (before) queryClient.setQueryData(trpc.settings.get.queryKey(), before);
}

function refusedFields(error: unknown): Problems {
  return Object.fromEntries(asBlogError(error).issues.map(({ path, message }) => [path, message]));
}
