import { Link } from '@tanstack/react-router';

import type { PostOverview } from '../../api/types.ts';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';

/** The number of tags shown; the rest is counted. */
const MAX_TAGS = 6;

/** The category and tags of a post, each a link to the posts that share it. */
export function PostNames({ post: { category, tags } }: { post: PostOverview }) {
  const { posts } = useTranslations();
  const links = [
    ...(category === '' ? [] : [{ name: category, label: category, filter: { category } }]),
    ...tags.slice(0, MAX_TAGS).map((tag) => ({ name: tag, label: `#${tag}`, filter: { tag } })),
  ];
  if (links.length === 0) return null;
  return (
    <div className="posts-names">
      {links.map(({ name, label, filter }) => (
        <Link
          key={label}
          from="/posts"
          to="/posts"
          search={(old) => ({ ...old, page: undefined, ...filter })}
          title={formatMessage(posts.filterBy, { name })}
          preload={false}
        >
          {label}
        </Link>
      ))}
      {tags.length > MAX_TAGS && (
        <bdi dir="ltr" title={tags.slice(MAX_TAGS).join(', ')}>
          +{tags.length - MAX_TAGS}
        </bdi>
      )}
    </div>
  );
}
