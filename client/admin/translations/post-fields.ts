import type { Language } from '../../../shared/languages.ts';
import type { FieldName } from '../../../shared/post-fields.ts';

/** The label of each field of a post; the status has buttons. */
export type FieldLabels = Record<Exclude<FieldName, 'status'>, string>;

// oxfmt-ignore
const labels: Record<keyof FieldLabels, Record<Language, string>> = {
  title: { en: 'Title', ar: 'العنوان', de: 'Titel', es: 'Título', fr: 'Titre', he: 'כותרת', ja: 'タイトル', 'zh-CN': '标题' },
  date: { en: 'Date', ar: 'التاريخ', de: 'Datum', es: 'Fecha', fr: 'Date', he: 'תאריך', ja: '日付', 'zh-CN': '日期' },
  excerpt: { en: 'Excerpt', ar: 'المقتطف', de: 'Auszug', es: 'Extracto', fr: 'Extrait', he: 'תקציר', ja: '抜粋', 'zh-CN': '摘要' },
  cover: { en: 'Cover image', ar: 'صورة الغلاف', de: 'Titelbild', es: 'Imagen de portada', fr: 'Image de couverture', he: 'תמונת שער', ja: 'カバー画像', 'zh-CN': '封面图片' },
  pinned: { en: 'Pinned to the top', ar: 'مثبتة في الأعلى', de: 'Oben angeheftet', es: 'Fijada arriba', fr: 'Épinglé en haut', he: 'נעוץ בראש', ja: '先頭に固定', 'zh-CN': '置顶' },
  protected: { en: 'Encrypted', ar: 'مشفرة', de: 'Verschlüsselt', es: 'Cifrada', fr: 'Chiffré', he: 'מוצפן', ja: '暗号化', 'zh-CN': '加密' },
  tags: { en: 'Tags', ar: 'الوسوم', de: 'Schlagwörter', es: 'Etiquetas', fr: 'Étiquettes', he: 'תגיות', ja: 'タグ', 'zh-CN': '标签' },
  category: { en: 'Category', ar: 'التصنيف', de: 'Kategorie', es: 'Categoría', fr: 'Catégorie', he: 'קטגוריה', ja: 'カテゴリー', 'zh-CN': '分类' },
  author: { en: 'Author', ar: 'الكاتب', de: 'Autor', es: 'Autor', fr: 'Auteur', he: 'כותב', ja: '著者', 'zh-CN': '作者' },
  publishAt: { en: 'Publish time', ar: 'موعد النشر', de: 'Zeitpunkt der Veröffentlichung', es: 'Hora de publicación', fr: 'Heure de publication', he: 'מועד הפרסום', ja: '公開日時', 'zh-CN': '发布时间' },
  content: { en: 'Text', ar: 'النص', de: 'Text', es: 'Texto', fr: 'Texte', he: 'טקסט', ja: '本文', 'zh-CN': '正文' },
};

/** The labels in one language. */
export function fieldLabels(language: Language): FieldLabels {
  const entries = Object.entries(labels).map(([name, label]) => [name, label[language]]);
  return Object.fromEntries(entries) as FieldLabels;
}
