import { atSite } from '../../../../shared/site-address.ts';
import { basePath } from '../../place.ts';
import { useTranslations } from '../../translations/translations.ts';
import type { DocumentState } from '../document.ts';

/** The post as lists of the site show it: cover, title and excerpt. */
export function SiteCard({ state: { fields } }: { state: DocumentState }) {
  const { editor, publishing: t } = useTranslations();
  return (
    <div role="group" aria-label={t.onSite} className="share-preview">
      {fields.cover !== '' && <img key={fields.cover} src={atSite(basePath, fields.cover)} alt={fields.coverAlt} />}
      <div>
        <strong dir="auto">{fields.title.trim() || editor.untitled}</strong>
        <span dir="auto">{fields.excerpt || t.noExcerpt}</span>
      </div>
    </div>
  );
}
