import { Empty } from '../ui/empty.tsx';
import { useWords } from '../words/words.ts';

/** An address that has no screen. */
export function NotFound() {
  return <Empty>{useWords().frame.notFound}</Empty>;
}
