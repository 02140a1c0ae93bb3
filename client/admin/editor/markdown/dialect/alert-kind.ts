import type { Text } from '@codemirror/state';

import { alertKinds, type AlertKind } from '../../../../../shared/alerts.ts';

const LABEL = new RegExp(String.raw`^>[ \t]?[ \t]*\[!(${alertKinds.join('|')})\][ \t]*$`, 'i');

/**
 * The kind of the alert that a block quote is; null if it is none.
 *
 * @param from where the quote begins, with its mark
 */
export function alertKind(doc: Text, from: number): AlertKind | null {
  const [, kind] = LABEL.exec(doc.sliceString(from, doc.lineAt(from).to)) ?? [];
  return kind === undefined ? null : (kind.toLowerCase() as AlertKind);
}
