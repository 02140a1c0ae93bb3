import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { postFields } from '../../../../shared/post-fields.ts';
import { trpc } from '../../api/api.ts';
import { matchesWords } from '../../ui/find.ts';
import { useTranslations } from '../../translations/translations.ts';

interface AuthorsProps {
  value: string[];
  /** @param names of the authors, as they will stand at the post */
  change: (authors: string[], names: string) => void;
}

/** The authors of the post, with search; nothing while the blog has none. */
export function Authors({ value, change }: AuthorsProps) {
  const { data } = useQuery(trpc.authors.all.queryOptions());
  const { authors: t, fields } = useTranslations();
  const known = new Map((data?.authors ?? []).map(({ id, name }) => [id, name]));
  const ids = [...new Set([...known.keys(), ...value])];
  if (ids.length === 0) return null;
  return (
    <MultiSelect
      label={fields.authors}
      description={t.fieldHelp}
      data={ids.map((id) => ({ value: id, label: known.get(id) ?? id }))}
      value={value}
      onChange={(next) => change(next, next.map((id) => known.get(id) ?? id).join(', '))}
      searchable
      filter={({ options, search, limit }) =>
        options
          .filter((option) => 'label' in option && matchesWords(`${option.label} ${option.value}`, search))
          .slice(0, limit)
      }
      limit={20}
      maxValues={postFields.authors.most}
      nothingFoundMessage={t.nothingFound}
      hidePickedOptions
    />
  );
}
