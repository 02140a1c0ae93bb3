import { formatMessage } from '../translations/format-message.ts';
import type { Translations } from '../translations/catalog.ts';
import { isUnsaved, type DocumentState, type EditorDocument, type Trouble } from './document.ts';
import { findChanges } from '../device/unsaved/fields.ts';
import { isSecret } from './keep-on-device.ts';
import { canSeal } from './seal.ts';

type EditorTranslations = Translations['editor'];
type AllTranslations = EditorTranslations & Pick<Translations['posts'], 'scheduledFor'>;

/** The format of times. */
interface Times {
  language: string;
  /** The IANA time zone of the site. */
  zone: string;
  /** Whether the publication time is in the future. */
  isScheduled: boolean;
}

/** The message of a failed task. */
export function troubleSentence(trouble: Trouble, t: EditorTranslations, { onDevice }: DocumentState): string {
  if (typeof trouble !== 'string') return trouble.sentence;
  if (trouble === 'unreachable') return onDevice === 'kept' ? t.unreachableKept : t.unreachable;
  return t.troubles[trouble];
}

/** The status while idle. */
export function restingSentence(document: EditorDocument, t: AllTranslations, times: Times): string {
  const state = document.state();
  const { onDevice, copyFrom, id, status } = state;
  if (isUnsaved(state)) {
    if (isSecret(document) && !canSeal(document)) return t.notKept;
    if (onDevice === 'full') return t.deviceFull;
    if (onDevice === 'failed') return t.deviceFailed;
    if (doesTimeWait(state)) return t.timeWaits;
    if (onDevice !== 'kept') return t.unsaved;
    return isSecret(document) ? t.keptEncrypted : t.kept;
  }
  if (copyFrom !== null && status === 'published') return t.waits;
  if (state.done !== null) return doneSentence(state, state.done, t, times);
  return id === null ? '' : t.upToDate;
}

/** Whether all is saved except the publication time, which needs an update. */
function doesTimeWait({ status, saved, fields, hasNewPassword }: DocumentState): boolean {
  const changes = Object.keys(findChanges(saved, fields));
  return status === 'published' && !hasNewPassword && changes.join() === 'publishAt';
}

function doneSentence(
  { base }: DocumentState,
  { task, at }: NonNullable<DocumentState['done']>,
  t: AllTranslations,
  { language, zone, isScheduled }: Times,
): string {
  if (task === 'publish' && isScheduled && base.publishAt !== null) {
    const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone });
    return formatMessage(t.scheduledFor, { time: format.format(new Date(base.publishAt)) });
  }
  // A scheduled post is published at its time, not when the button is pressed.
  const then = task === 'publish' && base.publishAt !== null ? Math.max(at, Date.parse(base.publishAt)) : at;
  const sentence = {
    autosave: t.savedAt,
    save: t.savedAt,
    publish: t.publishedAt,
    unpublish: t.unpublishedAt,
    undo: t.undoneAt,
  }[task];
  return formatMessage(sentence, { time: new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(then) });
}
