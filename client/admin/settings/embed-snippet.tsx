import { Group, Textarea } from '@mantine/core';

import type { Settings } from '../../index.ts';
import { useTranslations } from '../translations/translations.ts';
import { CopyTextButton } from '../ui/copy-text-button.tsx';
import { baseUrl, hasOnlyThreads } from '../place.ts';

/** The HTML that shows comments on pages of other origins, to copy. */
export function EmbedSnippet({ siteUrl }: Pick<Settings, 'siteUrl'>) {
  const { settings: t } = useTranslations();
  const url = siteUrl === '' ? baseUrl : siteUrl;
  const place = hasOnlyThreads ? '' : ' post="id"';
  const snippet = `<script type="module" src="${url}/embed.js"></script>\n<octavo-comments${place}></octavo-comments>`;

  return (
    <Group align="flex-end" gap="xs" maw={640}>
      <Textarea
        label={t.embed}
        description={hasOnlyThreads ? t.otherSites.snippetHelp : t.embedHelp}
        value={snippet}
        readOnly
        autosize
        spellCheck={false}
        flex={1}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <CopyTextButton value={snippet} />
    </Group>
  );
}
