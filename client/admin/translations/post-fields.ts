import type { Language } from '../../../shared/languages.ts';
import type { FieldName } from '../../../shared/post-fields.ts';

/** The label of each field of a post; the status has buttons. */
export type FieldLabels = Record<Exclude<FieldName, 'status'>, string>;

// oxfmt-ignore
const labels: Record<keyof FieldLabels, Record<Language, string>> = {
  title: { en: 'Title', de: 'Titel', es: 'Título', fr: 'Titre', ja: 'タイトル', 'zh-CN': '标题' },
  date: { en: 'Date', de: 'Datum', es: 'Fecha', fr: 'Date', ja: '日付', 'zh-CN': '日期' },
  excerpt: { en: 'Excerpt', de: 'Auszug', es: 'Extracto', fr: 'Extrait', ja: '抜粋', 'zh-CN': '摘要' },
  cover: { en: 'Cover picture', de: 'Titelbild', es: 'Imagen de portada', fr: 'Image de couverture', ja: 'カバー画像', 'zh-CN': '封面图片' },
  pinned: { en: 'Pinned to the top', de: 'Oben angeheftet', es: 'Fijada arriba', fr: 'Épinglé en haut', ja: '先頭に固定', 'zh-CN': '置顶' },
  protected: { en: 'Encrypted', de: 'Verschlüsselt', es: 'Cifrada', fr: 'Chiffré', ja: '暗号化', 'zh-CN': '加密' },
  tags: { en: 'Tags', de: 'Schlagwörter', es: 'Etiquetas', fr: 'Étiquettes', ja: 'タグ', 'zh-CN': '标签' },
  category: { en: 'Category', de: 'Kategorie', es: 'Categoría', fr: 'Catégorie', ja: 'カテゴリー', 'zh-CN': '分类' },
  author: { en: 'Author', de: 'Autor', es: 'Autor', fr: 'Auteur', ja: '著者', 'zh-CN': '作者' },
  publishAt: { en: 'Publish time', de: 'Zeitpunkt der Veröffentlichung', es: 'Hora de publicación', fr: 'Heure de publication', ja: '公開日時', 'zh-CN': '发布时间' },
  content: { en: 'Text', de: 'Text', es: 'Texto', fr: 'Texte', ja: '本文', 'zh-CN': '正文' },
};

/** The labels in one language. */
export function fieldLabels(language: Language): FieldLabels {
  const entries = Object.entries(labels).map(([name, label]) => [name, label[language]]);
  return Object.fromEntries(entries) as FieldLabels;
}
