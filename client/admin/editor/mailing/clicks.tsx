import { Button, Modal, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';

import { formatNumber } from '../../../../shared/formats.ts';
import type { Mailing } from '../../../index.ts';
import { useLanguage, useTranslations } from '../../translations/translations.ts';

/** How often readers have opened the addresses in the mails; nothing unless clicks were counted. */
export function Clicks({ clicks }: Pick<Mailing, 'clicks'>) {
  const { common, newsletter: t } = useTranslations();
  const language = useLanguage();
  const [isOpen, { open, close }] = useDisclosure();
  if (clicks.length === 0) return null;
  return (
    <>
      <Button size="xs" variant="default" aria-haspopup="dialog" onClick={open}>
        {t.clicks}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t.clicks}
        size="lg"
        closeButtonProps={{ 'aria-label': common.close }}
      >
        <Text size="sm" mb="sm">
          {t.clicksHelp}
        </Text>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t.address}</Table.Th>
              <Table.Th ta="end">{t.clicks}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {clicks.map(({ url, clicks: number }) => (
              <Table.Tr key={url}>
                <Table.Td className="mailing-url" dir="ltr">
                  {url}
                </Table.Td>
                <Table.Td ta="end">{formatNumber(language, number)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Modal>
    </>
  );
}
