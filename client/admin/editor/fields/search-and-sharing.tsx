import { Stack, Text } from '@mantine/core';
import { useState } from 'react';

import { postFields } from '../../../../shared/post-fields.ts';
import { useTranslations } from '../../translations/translations.ts';
import { ImageField } from '../../media/image-field.tsx';
import type { DocumentState, EditorDocument } from '../document.ts';
import { isSecret } from '../keep-on-device.ts';
import { FieldInput } from './field-input.tsx';
import { SearchPreview, SharePreview } from './search-preview.tsx';

/** The fields of the group. */
export type SearchField =
  | 'metaTitle'
  | 'metaDescription'
  | 'canonicalUrl'
  | 'shareTitle'
  | 'shareDescription'
  | 'shareImage'
  | 'noindex';

interface GroupProps {
  document: EditorDocument;
  state: DocumentState;
}

/** How search engines and link previews show the post or page, and the fields that change it. */
export function SearchAndSharing(props: GroupProps) {
  const { editor } = useTranslations();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="search-and-sharing" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{editor.searchAndSharing}</summary>
      {isOpen && <Inputs {...props} />}
    </details>
  );
}

function Inputs({ document, state }: GroupProps) {
  const { editor, fields: labels, uploads: t } = useTranslations();
  const props = { document, state };
  return (
    <Stack gap="lg" mt="md">
      <Text fw={600}>{editor.inSearch}</Text>
      <SearchPreview state={state} />
      <FieldInput name="metaTitle" {...props} />
      <FieldInput name="metaDescription" {...props} />
      <FieldInput name="canonicalUrl" {...props} help={editor.canonicalHelp} />
      <FieldInput name="noindex" {...props} />
      <Text fw={600}>{editor.inShares}</Text>
      <SharePreview state={state} />
      <FieldInput name="shareTitle" {...props} />
      <FieldInput name="shareDescription" {...props} />
      <ImageField
        label={labels.shareImage}
        value={state.fields.shareImage}
        change={(shareImage) => document.change({ shareImage })}
        owner={`${document.key} share`}
        texts={{
          url: editor.shareImageUrl,
          shown: labels.shareImage,
          remove: editor.removeShareImage,
          wrongKind: t.coverKind,
        }}
        maxLength={postFields.shareImage.max}
        note={isSecret(document) ? t.protectedHelp : undefined}
      />
    </Stack>
  );
}
