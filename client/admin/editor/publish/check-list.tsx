import { Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert } from 'lucide-react';

import { trpc } from '../../api/api.ts';
import { formatMessage } from '../../translations/format-message.ts';
import type { Translations } from '../../translations/catalog.ts';
import { useTranslations } from '../../translations/translations.ts';
import type { DocumentState, EditorDocument } from '../document.ts';
import { checkText, type Place, type Warning } from './checks.ts';
import { findDeadLinks } from './dead-links.ts';

interface CheckListProps {
  document: EditorDocument;
  state: DocumentState;
  goTo: (place: Place) => void;
}

/** What should be looked at before publication. Each warning leads to its place. */
export function CheckList({ document, state, goTo }: CheckListProps) {
  const { publishing: t } = useTranslations();
  const { data: site } = useQuery(trpc.settings.site.queryOptions());
  const { id, fields } = state;
  const { content } = fields;
  const links = useQuery({
    queryKey: ['dead-links', document.key, id, content, site?.siteUrl],
    queryFn: ({ signal }) => findDeadLinks({ content, id, siteUrl: site?.siteUrl ?? '' }, signal),
    enabled: site !== undefined,
    staleTime: 0,
    gcTime: 0,
  });
  const warnings = [...checkText(state), ...(links.data ?? [])];
  return (
    <section aria-label={t.checks}>
      {warnings.length > 0 && (
        <ul className="publish-checks">
          {warnings.map((warning) => (
            <li key={JSON.stringify([warning.kind, warning.place])}>
              <UnstyledButton className="editor-target publish-check" onClick={() => goTo(warning.place)}>
                <TriangleAlert size={16} aria-hidden />
                <span dir="auto">{warningSentence(warning, t)}</span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
      <Text size="sm" role="status" className="publish-check">
        {warnings.length === 0 && !links.isLoading && (
          <>
            <CircleCheck size={16} aria-hidden />
            <span>{t.noWarnings}</span>
          </>
        )}
        {links.isLoading && t.checkingLinks}
      </Text>
    </section>
  );
}

function warningSentence({ kind, about }: Warning, t: Translations['publishing']): string {
  const text = t.warnings[kind];
  if (typeof text === 'string') return text;
  return formatMessage(text, { about: about.split('#', 1)[0]!.split('/').at(-1) || about, url: about });
}
