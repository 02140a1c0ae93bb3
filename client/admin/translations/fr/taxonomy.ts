import { pluralForms } from '../interpolate.ts';

export const taxonomy = {
  tags: 'Étiquettes',
  categories: 'Catégories',
  kind: 'Type',
  searchFor: 'Rechercher des noms',
  order: 'Ordre',
  byPosts: 'Le plus d’articles d’abord',
  byName: 'Par nom',
  empty: { tag: 'Aucun article n’a encore d’étiquette.', category: 'Aucun article n’a encore de catégorie.' },
  nothingFound: 'Aucun nom correspondant.',
  published: pluralForms({ one: '{count} article', other: '{count} articles' }),
  others: pluralForms({
    one: '{count} brouillon ou article programmé',
    other: '{count} brouillons ou articles programmés',
  }),
  pages: pluralForms({ one: '{count} page', other: '{count} pages' }),
  editTitle: 'Modifier « {name} »',
  name: 'Nom',
  nameHelp: 'Tous les articles reçoivent immédiatement le nouveau nom, et les anciens liens continuent de fonctionner.',
  description: 'Description',
  descriptionHelp: 'Affichée sur sa page, dans ses flux et dans les résultats de recherche.',
  exists: '« {name} » existe déjà. Fusionner les deux, pour que tous les articles reçoivent ce nom ?',
  merge: 'Fusionner',
  deleteOf: 'Supprimer « {name} »',
  changed: pluralForms({
    one: 'Enregistré ; {count} article modifié',
    other: 'Enregistré ; {count} articles modifiés',
  }),
};
