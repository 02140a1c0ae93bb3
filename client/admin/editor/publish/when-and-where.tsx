import { Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { trpc } from '../../api/api.ts';
import { useTranslations } from '../../translations/translations.ts';
import type { DocumentState, EditorDocument } from '../document.ts';
import { PublishTime } from '../fields/publish-time.tsx';
import { Slug } from '../fields/slug.tsx';
import { pathInTexts } from '../site-path.ts';

interface WhenAndWhereProps {
  document: EditorDocument;
  state: DocumentState;
}

/** When the post becomes public, and at which address. */
export function WhenAndWhere({ document, state }: WhenAndWhereProps) {
  const { publishing: t } = useTranslations();
  const { fields, status } = state;
  const [isTimed, setTimed] = useState(fields.publishAt !== null);
  const address = useAddress(state);
  const setTime = (publishAt: string | null) => document.change({ publishAt });
  return (
    <>
      <Stack component="section" aria-label={t.when} gap="xs">
        {status === 'draft' && (
          <Radio.Group
            label={t.when}
            value={isTimed ? 'timed' : 'now'}
            onChange={(value) => {
              setTimed(value === 'timed');
              if (value === 'now') setTime(null);
            }}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="now" label={t.now} />
              <Radio value="timed" label={t.atTime} />
            </Stack>
          </Radio.Group>
        )}
        {(isTimed || status === 'published') && <PublishTime value={fields.publishAt} change={setTime} />}
      </Stack>
      <Stack component="section" aria-label={t.address} gap="xs">
        <Slug document={document} state={state} />
        {address !== null && (
          <Text size="sm" dir="ltr" className="publish-address">
            {address}
          </Text>
        )}
      </Stack>
    </>
  );
}

/** The public address of a post; null before it has an id. */
export function useAddress({ kind, id, fields }: Pick<DocumentState, 'kind' | 'id' | 'fields'>): string | null {
  const { data: site } = useQuery(trpc.settings.site.queryOptions());
  const slug = id ?? fields.slug;
  if (slug === '' || !site) return null;
  return `${(site.siteUrl || location.origin).replace(/\/$/, '')}${pathInTexts({ kind, id: slug })}`;
}
