import { Text } from '@mantine/core';

import type { BlogOutputs } from '../../../index.ts';
import { formatMessage } from '../../translations/format-message.ts';
import { useLanguage, useTranslations } from '../../translations/translations.ts';
import { listAmounts, amountsText } from './amounts.ts';

/** Says what was erased. */
export function Erased({ of, erased }: { of: string; erased: BlogOutputs['privacy']['erase'] }) {
  const translations = useTranslations();
  const { privacy: t } = translations;
  const language = useLanguage();
  const others = amountsText(listAmounts(erased, translations), language);
  const sentences = [
    formatMessage(t.erased, { of }),
    formatMessage(t.deleted, { count: erased.deleted }),
    erased.emptied > 0 ? formatMessage(t.emptied, { count: erased.emptied }) : '',
    others === '' ? '' : formatMessage(t.eraseOthers, { others }),
  ];
  return <Text className="settings-file">{sentences.filter((part) => part !== '').join(' ')}</Text>;
}
