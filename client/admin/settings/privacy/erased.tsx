import { Text } from '@mantine/core';

import type { BlogOutputs } from '../../../index.ts';
import { interpolate, plural } from '../../translations/interpolate.ts';
import { useLanguage, useTranslations } from '../../translations/translations.ts';
import { amountsOf, amountsText } from './amounts.ts';

/** Says what was erased. */
export function Erased({ of, erased }: { of: string; erased: BlogOutputs['privacy']['erase'] }) {
  const translations = useTranslations();
  const { privacy: t } = translations;
  const language = useLanguage();
  const others = amountsText(amountsOf(erased, translations), language);
  const sentences = [
    interpolate(t.erased, { of }),
    plural(t.deleted, erased.deleted, language),
    erased.emptied > 0 ? plural(t.emptied, erased.emptied, language) : '',
    others === '' ? '' : interpolate(t.eraseOthers, { others }),
  ];
  return <Text className="settings-file">{sentences.filter((part) => part !== '').join(' ')}</Text>;
}
