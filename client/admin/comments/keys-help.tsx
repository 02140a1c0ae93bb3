import { Kbd, Modal, Table, Text } from '@mantine/core';

import { useTranslations } from '../translations/translations.ts';

/** The list of keyboard shortcuts. */
export function KeysHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { comments, common } = useTranslations();
  const { key } = comments;
  const keys = {
    j: key.j,
    k: key.k,
    a: comments.approve,
    h: comments.hold,
    s: comments.spam,
    d: common.delete,
    r: comments.reply,
    e: common.edit,
    o: key.o,
    x: key.x,
    z: key.z,
    '?': key.help,
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={comments.keys}
      closeButtonProps={{ 'aria-label': common.close }}
      centered
    >
      <Table withRowBorders={false}>
        <Table.Tbody>
          {Object.entries(keys).map(([name, meaning]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" w={56}>
                <Kbd>{name}</Kbd>
              </Table.Th>
              <Table.Td>{meaning}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm" c="dimmed" mt="sm">
        {comments.keysHelp}
      </Text>
    </Modal>
  );
}
