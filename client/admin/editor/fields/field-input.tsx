import { Switch, Textarea, TextInput } from '@mantine/core';

import { postFields, type fieldsWith, type PostField } from '../../../../shared/post-fields.ts';
import { useTranslations } from '../../translations/translations.ts';
import type { DocumentState, EditorDocument } from '../document.ts';
import { AddressInput } from './address-input.tsx';

interface FieldInputProps {
  name: ReturnType<typeof fieldsWith<'kind', 'line' | 'text' | 'url' | 'address' | 'flag' | 'date'>>[number];
  document: EditorDocument;
  state: DocumentState;
  /** Shown below the label. */
  help?: string;
}

/** The default input for a kind of field. */
export function FieldInput({ name, document, state: { fields }, help }: FieldInputProps) {
  const label = useTranslations().fields[name];
  const field: PostField = postFields[name];
  const about = { label, description: help };
  const text = {
    ...about,
    value: String(fields[name]),
    maxLength: 'max' in field ? field.max : undefined,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      document.change({ [name]: value }),
  };
  switch (field.kind) {
    case 'flag':
      return (
        <Switch
          {...about}
          checked={fields[name] === 1}
          onChange={({ currentTarget }) => document.change({ [name]: currentTarget.checked ? 1 : 0 })}
        />
      );
    case 'text':
      return <Textarea {...text} autosize minRows={3} />;
    case 'address':
      return <AddressInput {...text} change={(value) => document.change({ [name]: value })} />;
    case 'date':
      // The value of an incomplete date is "".
      return (
        <TextInput
          {...text}
          type="date"
          min="0001-01-01"
          max="9999-12-31"
          onChange={(event) => event.currentTarget.value !== '' && text.onChange(event)}
        />
      );
    default:
      return <TextInput {...text} />;
  }
}
