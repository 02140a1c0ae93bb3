import { pluralForms } from '../interpolate.ts';

export const taxonomy = {
  tags: 'Schlagwörter',
  categories: 'Kategorien',
  kind: 'Art',
  searchFor: 'Namen suchen',
  order: 'Reihenfolge',
  byPosts: 'Meiste Beiträge zuerst',
  byName: 'Nach Namen',
  empty: { tag: 'Noch kein Beitrag hat ein Schlagwort.', category: 'Noch kein Beitrag hat eine Kategorie.' },
  nothingFound: 'Keine passenden Namen.',
  published: pluralForms({ one: '{count} Beitrag', other: '{count} Beiträge' }),
  others: pluralForms({
    one: '{count} Entwurf oder geplanter Beitrag',
    other: '{count} Entwürfe oder geplante Beiträge',
  }),
  pages: pluralForms({ one: '{count} Seite', other: '{count} Seiten' }),
  editTitle: '„{name}“ bearbeiten',
  name: 'Name',
  nameHelp: 'Alle Beiträge erhalten den neuen Namen sofort, und alte Links funktionieren weiter.',
  description: 'Beschreibung',
  descriptionHelp: 'Steht auf der eigenen Seite, in den Feeds und in Suchergebnissen.',
  exists: '„{name}“ gibt es bereits. Beide zusammenführen, sodass alle Beiträge diesen Namen erhalten?',
  merge: 'Zusammenführen',
  deleteOf: '„{name}“ löschen',
  changed: pluralForms({
    one: 'Gespeichert; {count} Beitrag geändert',
    other: 'Gespeichert; {count} Beiträge geändert',
  }),
};
