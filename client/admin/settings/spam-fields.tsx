import { NumberInput, Switch, Textarea } from '@mantine/core';
import { useState } from 'react';

import { useTranslations } from '../translations/translations.ts';
import type { Part } from './use-part.ts';

/** Whether comments are checked for spam, and the rules of the check. */
export function SpamFields({ part }: { part: Part }) {
  const t = useTranslations().settings.spam;
  const { spamFilter, spamLinks, spamBlocklist } = part.values;
  return (
    <>
      <Switch
        label={t.filter}
        description={t.filterHelp}
        checked={spamFilter}
        onChange={({ currentTarget }) => part.set('spamFilter', currentTarget.checked)}
      />
      <NumberInput
        name="spamLinks"
        label={t.links}
        description={t.linksHelp}
        disabled={!spamFilter}
        value={spamLinks}
        error={part.problems.spamLinks}
        min={0}
        max={20}
        maw={240}
        onChange={(links) => part.set('spamLinks', links)}
      />
      <Blocklist
        key={part.round}
        label={t.blocklist}
        description={t.blocklistHelp}
        disabled={!spamFilter}
        entries={spamBlocklist}
        error={part.problems.spamBlocklist}
        onChange={(entries) => part.set('spamBlocklist', entries)}
      />
    </>
  );
}

interface BlocklistProps {
  label: string;
  description: string;
  disabled: boolean;
  entries: readonly string[];
  error: string | undefined;
  onChange: (entries: string[]) => void;
}

/** One entry a line. The text is kept as it is typed; empty lines are no entries. */
function Blocklist({ entries, onChange, ...others }: BlocklistProps) {
  const [text, setText] = useState(entries.join('\n'));
  return (
    <Textarea
      name="spamBlocklist"
      autosize
      minRows={3}
      maxRows={12}
      {...others}
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        const lines = value.split('\n').map((line) => line.trim());
        onChange(lines.filter((line) => line !== ''));
      }}
    />
  );
}
