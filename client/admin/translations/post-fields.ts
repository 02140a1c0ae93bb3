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
  authors: { en: 'Authors', ar: 'الكُتّاب', de: 'Autoren', es: 'Autores', fr: 'Auteurs', he: 'כותבים', ja: '著者', 'zh-CN': '作者' },
  publishAt: { en: 'Publish time', ar: 'موعد النشر', de: 'Zeitpunkt der Veröffentlichung', es: 'Hora de publicación', fr: 'Heure de publication', he: 'מועד הפרסום', ja: '公開日時', 'zh-CN': '发布时间' },
  coverAlt: { en: 'Alternative text of the cover', ar: 'النص البديل لصورة الغلاف', de: 'Alternativtext des Titelbilds', es: 'Texto alternativo de la portada', fr: 'Texte alternatif de la couverture', he: 'טקסט חלופי לתמונת השער', ja: 'カバー画像の代替テキスト', 'zh-CN': '封面图片的替代文本' },
  coverCaption: { en: 'Caption of the cover', ar: 'تعليق صورة الغلاف', de: 'Bildunterschrift des Titelbilds', es: 'Pie de foto de la portada', fr: 'Légende de la couverture', he: 'כיתוב תמונת השער', ja: 'カバー画像のキャプション', 'zh-CN': '封面图片的说明' },
  metaTitle: { en: 'Title for search engines', ar: 'العنوان لمحركات البحث', de: 'Titel für Suchmaschinen', es: 'Título para buscadores', fr: 'Titre pour les moteurs de recherche', he: 'כותרת למנועי חיפוש', ja: '検索エンジン向けのタイトル', 'zh-CN': '搜索引擎标题' },
  metaDescription: { en: 'Description for search engines', ar: 'الوصف لمحركات البحث', de: 'Beschreibung für Suchmaschinen', es: 'Descripción para buscadores', fr: 'Description pour les moteurs de recherche', he: 'תיאור למנועי חיפוש', ja: '検索エンジン向けの説明', 'zh-CN': '搜索引擎描述' },
  canonicalUrl: { en: 'URL of the original', ar: 'رابط الأصل', de: 'URL des Originals', es: 'URL del original', fr: 'URL de l’original', he: 'כתובת המקור', ja: '元の記事の URL', 'zh-CN': '原文网址' },
  shareTitle: { en: 'Title of link previews', ar: 'عنوان معاينة الرابط', de: 'Titel der Linkvorschau', es: 'Título de la vista previa de enlaces', fr: 'Titre de l’aperçu des liens', he: 'כותרת התצוגה המקדימה של קישורים', ja: 'リンクプレビューのタイトル', 'zh-CN': '链接预览标题' },
  shareDescription: { en: 'Description of link previews', ar: 'وصف معاينة الرابط', de: 'Beschreibung der Linkvorschau', es: 'Descripción de la vista previa de enlaces', fr: 'Description de l’aperçu des liens', he: 'תיאור התצוגה המקדימה של קישורים', ja: 'リンクプレビューの説明', 'zh-CN': '链接预览描述' },
  shareImage: { en: 'Image of link previews', ar: 'صورة معاينة الرابط', de: 'Bild der Linkvorschau', es: 'Imagen de la vista previa de enlaces', fr: 'Image de l’aperçu des liens', he: 'תמונת התצוגה המקדימה של קישורים', ja: 'リンクプレビューの画像', 'zh-CN': '链接预览图片' },
  noindex: { en: 'Ask search engines to leave it out', ar: 'الطلب من محركات البحث عدم فهرستها', de: 'Suchmaschinen bitten, ihn auszulassen', es: 'Pedir a los buscadores que la omitan', fr: 'Demander aux moteurs de recherche de l’ignorer', he: 'לבקש ממנועי החיפוש להשמיט', ja: '検索エンジンに表示しないよう求める', 'zh-CN': '请求搜索引擎不收录' },
  content: { en: 'Text', ar: 'النص', de: 'Text', es: 'Texto', fr: 'Texte', he: 'טקסט', ja: '本文', 'zh-CN': '正文' },
};

/** The labels in one language. */
export function fieldLabels(language: Language): FieldLabels {
  const entries = Object.entries(labels).map(([name, label]) => [name, label[language]]);
  return Object.fromEntries(entries) as FieldLabels;
}
