import { NumberInput, Radio, Stack, Switch } from '@mantine/core';

import type { Settings } from '../../index.ts';
import { useTranslations } from '../translations/translations.ts';
import type { FieldName } from './changes.ts';
import { EmbedSnippet } from './embed-snippet.tsx';
import { MailFields } from './mail-fields.tsx';
import { OtherSitesFields } from './other-sites-fields.tsx';
import { PartForm } from './part-form.tsx';
import { BlockedWriters } from './blocked-writers.tsx';
import { SpamFields } from './spam-fields.tsx';
import { usePart } from './use-part.ts';

/** The fields of this part. */
export const commentsFields = [
  'commentsEnabled',
  'closeCommentsAfterDays',
  'commentModeration',
  'commentMarkdown',
  'webmentions',
  'commentSites',
  'reactions',
  'spamFilter',
  'spamLinks',
  'spamBlocklist',
  'ownerEmail',
  'notifyOwner',
] as const satisfies readonly FieldName[];

/** Whether comments are allowed, and which ones need approval. */
export function CommentsPart({ saved }: { saved: Settings }) {
  const t = useTranslations().settings;
  const part = usePart(saved, commentsFields);

  return (
    <Stack gap="xl">
      <PartForm part={part}>
        <Switch
          label={t.commentsEnabled}
          description={t.commentsEnabledHelp}
          checked={part.values.commentsEnabled}
          error={part.problems.commentsEnabled}
          onChange={({ currentTarget }) => part.set('commentsEnabled', currentTarget.checked)}
        />
        <NumberInput
          label={t.closeCommentsAfterDays}
          description={t.closeCommentsAfterDaysHelp}
          min={0}
          max={36_500}
          allowDecimal={false}
          value={part.values.closeCommentsAfterDays}
          error={part.problems.closeCommentsAfterDays}
          onChange={(value) => part.set('closeCommentsAfterDays', Number(value))}
        />
        <Radio.Group
          label={t.moderation}
          description={t.moderationHelp}
          value={part.values.commentModeration}
          error={part.problems.commentModeration}
          onChange={(value) => part.set('commentModeration', value)}
        >
          <Stack mt="sm" gap="sm">
            <Radio value="off" label={t.moderationOff} description={t.moderationOffHelp} />
            <Radio value="first" label={t.moderationFirst} description={t.moderationFirstHelp} />
            <Radio value="all" label={t.moderationAll} description={t.moderationAllHelp} />
          </Stack>
        </Radio.Group>
        <Switch
          label={t.otherSites.markdown}
          description={t.otherSites.markdownHelp}
          checked={part.values.commentMarkdown}
          error={part.problems.commentMarkdown}
          onChange={({ currentTarget }) => part.set('commentMarkdown', currentTarget.checked)}
        />
        <Switch
          label={t.webmentions}
          description={t.webmentionsHelp}
          disabled={!part.values.commentsEnabled}
          checked={part.values.webmentions}
          error={part.problems.webmentions}
          onChange={({ currentTarget }) => part.set('webmentions', currentTarget.checked)}
        />
        <OtherSitesFields part={part} />
        <SpamFields part={part} />
        <MailFields part={part} saved={saved} />
      </PartForm>
      <BlockedWriters />
      <EmbedSnippet siteUrl={saved.siteUrl} />
    </Stack>
  );
}
