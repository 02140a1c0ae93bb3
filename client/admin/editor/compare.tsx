import { Table } from '@mantine/core';
import { lazy, Suspense } from 'react';

import { Loading } from '../ui/loading.tsx';
import { useTranslations } from '../translations/translations.ts';
import type { Translations } from '../translations/catalog.ts';
import { findChanges, type Fields } from '../device/unsaved/fields.ts';
import './compare.css';

const Merge = lazy(async () => ({ default: (await import('./code/merge.tsx')).Merge }));

interface Side {
  fields: Fields;
  label: string;
}

interface CompareProps {
  before: Side;
  after: Side;
  /** Makes the text after editable, and changes of the text before applicable. */
  edited?: (content: string) => void;
}

/** Compares two states of a post: changed fields and texts. */
export function Compare({ before, after, edited }: CompareProps) {
  const { editor, fields } = useTranslations();
  const names = Object.keys(findChanges(before.fields, after.fields)).filter(isListed);
  return (
    <>
      {names.length > 0 && (
        <Table withRowBorders={false} layout="fixed" className="editor-differences">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w="22%">{editor.field}</Table.Th>
              <Table.Th>{before.label}</Table.Th>
              <Table.Th>{after.label}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {names.map((name) => (
              <Table.Tr key={name}>
                <Table.Th scope="row">{fields[name]}</Table.Th>
                <Table.Td>{formatValue(before.fields[name], editor)}</Table.Td>
                <Table.Td>{formatValue(after.fields[name], editor)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Suspense fallback={<Loading />}>
        <Merge
          before={{ text: before.fields.content, label: before.label }}
          after={{ text: after.fields.content, label: after.label }}
          edited={edited}
        />
      </Suspense>
    </>
  );
}

type Listed = Exclude<keyof Fields, 'content' | 'slug'>;

/** The text has its own comparison, and the slug is renamed separately. */
function isListed(name: string): name is Listed {
  return name !== 'content' && name !== 'slug';
}

function formatValue(value: Fields[Listed], { yes, no }: Translations['editor']): string {
  if (typeof value === 'number') return value === 1 ? yes : no;
  const text = Array.isArray(value) ? value.join(', ') : value;
  return text === null || text === '' ? '–' : text;
}
