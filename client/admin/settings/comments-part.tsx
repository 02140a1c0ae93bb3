import { Radio, Stack, Switch } from '@mantine/core';

import type { Settings } from '../../index.ts';
import { useWords } from '../words/words.ts';
import type { FieldName } from './changes.ts';
import { PartForm } from './part-form.tsx';
import { usePart } from './use-part.ts';

/** The fields of this part. */
export const commentsFields: readonly FieldName[] = ['commentsEnabled', 'commentModeration'];

/** Who may comment, and what waits for a decision. */
export function CommentsPart({ saved }: { saved: Settings }) {
  const words = useWords().settings;
  const part = usePart(saved, commentsFields);

  return (
    <PartForm part={part}>
      <Switch
        label={words.commentsEnabled}
        description={words.commentsEnabledHelp}
        checked={part.values.commentsEnabled}
        error={part.problems.commentsEnabled}
        onChange={({ currentTarget }) => part.set('commentsEnabled', currentTarget.checked)}
      />
      <Radio.Group
        label={words.moderation}
        description={words.moderationHelp}
        value={part.values.commentModeration}
        error={part.problems.commentModeration}
        onChange={(value) => part.set('commentModeration', value)}
      >
        <Stack mt="sm" gap="sm">
          <Radio value="off" label={words.moderationOff} description={words.moderationOffHelp} />
          <Radio value="first" label={words.moderationFirst} description={words.moderationFirstHelp} />
          <Radio value="all" label={words.moderationAll} description={words.moderationAllHelp} />
        </Stack>
      </Radio.Group>
    </PartForm>
  );
}
