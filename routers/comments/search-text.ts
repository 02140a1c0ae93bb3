import { fold } from '../../shared/fold.ts';
import { FIELD_BOUNDARY } from '../base/text.ts';

/** The text in which `search` of the list of comments searches. */
export function commentSearchText(author: string, content: string): string {
  return fold(`${author}${FIELD_BOUNDARY}${content}`);
}
