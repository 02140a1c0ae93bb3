import { postFields } from '../../../../shared/post-fields.ts';
import { useTranslations } from '../../translations/translations.ts';
import { ImageField } from '../../media/image-field.tsx';
import type { EditorDocument } from '../document.ts';
import { isSecret } from '../keep-on-device.ts';

/** The owner of the upload of a cover. */
export const coverOwner = (document: EditorDocument) => `${document.key} cover`;

/** The cover image of a post. */
export function Cover({ document, value }: { document: EditorDocument; value: string }) {
  const { editor, fields, uploads: t } = useTranslations();
  return (
    <ImageField
      label={fields.cover}
      value={value}
      change={(cover) => document.change({ cover })}
      owner={coverOwner(document)}
      texts={{ url: editor.coverUrl, shown: editor.coverPicture, remove: t.removeCover, wrongKind: t.coverKind }}
      maxLength={postFields.cover.max}
      note={isSecret(document) ? t.protectedHelp : undefined}
    />
  );
}
