import { Textarea } from '@mantine/core';
import { useState } from 'react';

import { useTranslations } from '../translations/translations.ts';
import { linesOfReactions, linesOfSites, reactionsInLines, sitesInLines } from './other-sites.ts';
import type { Part } from './use-part.ts';

/** The other sites whose pages have comments here, and the reactions to pages. */
export function OtherSitesFields({ part }: { part: Part }) {
  const t = useTranslations().settings.otherSites;
  const { commentSites, reactions } = part.values;
  return (
    <>
      <Lines
        key={`sites-${part.round}`}
        name="commentSites"
        label={t.sites}
        description={t.sitesHelp}
        start={linesOfSites(commentSites)}
        error={part.problems.commentSites}
        onChange={(lines) => part.set('commentSites', sitesInLines(lines))}
      />
      <Lines
        key={`reactions-${part.round}`}
        name="reactions"
        label={t.reactions}
        description={t.reactionsHelp}
        start={linesOfReactions(reactions)}
        error={part.problems.reactions}
        onChange={(lines) => part.set('reactions', reactionsInLines(lines))}
      />
    </>
  );
}

interface LinesProps {
  name: string;
  label: string;
  description: string;
  start: readonly string[];
  error: string | undefined;
  onChange: (lines: string[]) => void;
}

/** One entry a line. The text is kept as it is typed; empty lines are no entries. */
function Lines({ start, onChange, ...others }: LinesProps) {
  const [text, setText] = useState(start.join('\n'));
  return (
    <Textarea
      autosize
      minRows={2}
      maxRows={12}
      dir="auto"
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
