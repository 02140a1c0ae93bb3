import type { BlogOutputs } from '../../../index.ts';
import { formatMessage } from '../../translations/format-message.ts';
import { useLanguage, useTranslations } from '../../translations/translations.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { listAmounts, amountsText } from './amounts.ts';

interface EraseDialogProps {
  /** The address. */
  of: string;
  /** The data that would be erased. */
  kept: BlogOutputs['privacy']['list'] | undefined;
  isOpen: boolean;
  isBusy: boolean;
  erase(): void;
  close(): void;
  closed(): void;
}

/** Says what would be erased, and what stays. */
export function EraseDialog({ of, kept, isOpen, isBusy, erase, close, closed }: EraseDialogProps) {
  const translations = useTranslations();
  const { privacy: t } = translations;
  const language = useLanguage();
  const others = kept ? amountsText(listAmounts(kept, translations), language) : '';
  const help = [
    formatMessage(t.eraseHelp, { of }),
    kept && kept.total > 0 ? formatMessage(t.eraseComments, { count: kept.total }) : '',
    others === '' ? '' : formatMessage(t.eraseOthers, { others }),
    kept?.kind === 'ip' ? t.staysOfIp : t.staysOfEmail,
  ];
  return (
    <Confirm
      opened={isOpen}
      title={t.eraseTitle}
      help={help.filter((part) => part !== '').join(' ')}
      action={t.erase}
      busy={isBusy}
      confirm={erase}
      close={close}
      closed={closed}
    />
  );
}
