import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import type { TitledComment } from '../../index.ts';
import { plainText } from '../../../shared/plain-text.ts';
import { trpc } from '../api/api.ts';
import { targetTitle } from '../comments/comment-url.ts';
import { LinkTo } from '../ui/link-to.tsx';
import { Time } from '../ui/time.tsx';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { Part } from './part.tsx';

/** The number of comments. */
const LIMIT = 5;

/** The newest comments, pending ones included. */
export function NewestComments() {
  const t = useTranslations().dashboard;
  const query = useQuery(trpc.comments.all.queryOptions({ pageSize: LIMIT }));
  return (
    <Part
      title={t.newestComments}
      query={query}
      side={
        <LinkTo to="/comments" size="sm">
          {t.allComments}
        </LinkTo>
      }
    >
      {({ comments }) =>
        comments.length === 0 ? (
          <Text c="dimmed">{t.noComments}</Text>
        ) : (
          <ul className="lines">
            {comments.map((comment) => (
              <li key={comment.id}>
                <Line comment={comment} />
              </li>
            ))}
          </ul>
        )
      }
    </Part>
  );
}

function Line({ comment }: { comment: TitledComment }) {
  const all = useTranslations();
  const t = all.dashboard;
  const { author, date, status, post_id } = comment;
  return (
    <>
      <Group gap="xs">
        <Text fw={500}>{plainText(author)}</Text>
        <Text size="sm" c="dimmed">
          <Time at={date} />
        </Text>
        {status === 'pending' && (
          <LinkTo to="/comments" search={{ status: 'pending' }} className="held">
            {t.held}
          </LinkTo>
        )}
      </Group>
      <Text lineClamp={2}>{plainText(comment)}</Text>
      <Text size="sm" c="dimmed">
        <LinkTo to="/comments" search={{ post: post_id }} c="inherit" underline="always">
          {formatMessage(t.on, { post: targetTitle(comment, all) })}
        </LinkTo>
      </Text>
    </>
  );
}
