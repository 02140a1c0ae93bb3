import { pluralForms } from '../interpolate.ts';

export const taxonomy = {
  tags: 'Etiquetas',
  categories: 'Categorías',
  kind: 'Tipo',
  searchFor: 'Buscar nombres',
  order: 'Orden',
  byPosts: 'Más entradas primero',
  byName: 'Por nombre',
  empty: { tag: 'Ninguna entrada tiene etiquetas todavía.', category: 'Ninguna entrada tiene categoría todavía.' },
  nothingFound: 'Ningún nombre coincide.',
  published: pluralForms({ one: '{count} entrada', other: '{count} entradas' }),
  others: pluralForms({
    one: '{count} borrador o entrada programada',
    other: '{count} borradores o entradas programadas',
  }),
  pages: pluralForms({ one: '{count} página', other: '{count} páginas' }),
  editTitle: 'Editar «{name}»',
  name: 'Nombre',
  nameHelp: 'Todas las entradas reciben el nombre nuevo de inmediato, y los enlaces antiguos siguen funcionando.',
  description: 'Descripción',
  descriptionHelp: 'Aparece en su página, en sus feeds y en los resultados de búsqueda.',
  exists: '«{name}» ya existe. ¿Combinar los dos, para que todas las entradas reciban este nombre?',
  merge: 'Combinar',
  deleteOf: 'Eliminar «{name}»',
  changed: pluralForms({
    one: 'Guardado; {count} entrada modificada',
    other: 'Guardado; {count} entradas modificadas',
  }),
};
