import { FilePen, Lock, Pin } from 'lucide-react';

import type { PostOverview } from '../../api/types.ts';
import { useTranslations } from '../translations/translations.ts';

const marks = [
  { flag: 'pinned', word: 'pinned', Icon: Pin },
  { flag: 'protected', word: 'protected', Icon: Lock },
  { flag: 'hasWorkingCopy', word: 'workingCopy', Icon: FilePen },
] as const;

/** Icons for the special properties of a post. */
export function PostMarks({ post }: { post: PostOverview }) {
  const { posts } = useTranslations();
  return marks
    .filter(({ flag }) => post[flag] === 1)
    .map(({ flag, word, Icon }) => (
      <span key={flag} className="posts-mark" role="img" aria-label={posts[word]} title={posts[word]}>
        <Icon size={14} aria-hidden />
      </span>
    ));
}
