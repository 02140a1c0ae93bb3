import { Anchor, Button, Stack, Text } from '@mantine/core';

import type { BlogOutputs } from '../../../index.ts';
import { commentUrl, targetTitle } from '../../comments/comment-url.ts';
import { formatMessage } from '../../translations/format-message.ts';
import { useTranslations } from '../../translations/translations.ts';
import { Counts } from '../../ui/counts.tsx';
import { Time } from '../../ui/time.tsx';
import { listAmounts } from './amounts.ts';

/** The maximum number of comments that are shown. */
const MAX_COMMENTS = 100;

interface KeptProps {
  /** The address. */
  of: string;
  kept: BlogOutputs['privacy']['list'];
  /** Asks whether to erase it. */
  erase(): void;
}

/** The data of a person that the service keeps: numbers, and the comments with their texts. */
export function Kept({ of, kept, erase }: KeptProps) {
  const translations = useTranslations();
  const { privacy: t } = translations;
  const { comments, total, ended, erased } = kept;
  const others = listAmounts(kept, translations);
  const amounts = [...(total > 0 ? [[t.comments, total] as const] : []), ...others];
  const shown = comments.slice(0, MAX_COMMENTS);
  return (
    <Stack>
      <Text fw={600} className="settings-file">
        {formatMessage(amounts.length === 0 ? t.nothing : t.kept, { of })}
      </Text>
      {ended > 0 && <Text size="sm">{t.ended}</Text>}
      {erased > 0 && <Text size="sm">{t.erasedBefore}</Text>}
      {amounts.length > 0 && <Counts counts={amounts} />}
      {shown.length > 0 && (
        <Stack component="ul" gap="md" p={0} m={0} aria-label={t.comments}>
          {shown.map(({ id, post, author, content, date }) => {
            const target = { id, post_id: post, post_title: post };
            return (
              <li key={id} className="privacy-comment">
                <Text size="sm" c="dimmed" className="settings-file">
                  {author} · <Time at={date} /> ·{' '}
                  <Anchor href={commentUrl(target)} inherit underline="always">
                    {targetTitle(target, translations)}
                  </Anchor>
                </Text>
                <Text className="privacy-text" dir="auto">
                  {content}
                </Text>
              </li>
            );
          })}
        </Stack>
      )}
      {total > shown.length && <Text size="sm">{formatMessage(t.andMore, { count: total - shown.length })}</Text>}
      {/* Also for an address of which nothing is kept: no form mails it then. */}
      <div>
        {(amounts.length > 0 || (kept.kind === 'email' && erased === 0)) && (
          <Button variant="default" onClick={erase}>
            {t.erase}
          </Button>
        )}
      </div>
    </Stack>
  );
}
