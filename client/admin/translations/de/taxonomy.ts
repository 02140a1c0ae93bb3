import { pluralForms } from '../interpolate.ts';

export const taxonomy = {
  tags: 'Schlagwörter',
  categories: 'Kategorien',
  kind: 'Welche Namen',
  searchFor: 'Namen suchen',
  order: 'Reihenfolge',
  byPosts: 'Meiste Beiträge zuerst',
  byName: 'Nach Namen',
  empty: { tag: 'Noch kein Beitrag hat ein Schlagwort.', category: 'Noch kein Beitrag hat eine Kategorie.' },
  nothingFound: 'Kein Name passt.',
  published: pluralForms({ one: '{count} Beitrag', other: '{count} Beiträge' }),
  others: pluralForms({ one: '{count} Entwurf oder geplant', other: '{count} Entwürfe oder geplant' }),
  pages: pluralForms({ one: '{count} Seite', other: '{count} Seiten' }),
  editTitle: '„{name}“ bearbeiten',
  name: 'Name',
  nameHelp: 'Alle Beiträge erhalten den neuen Namen auf einmal, und alte Links funktionieren weiter.',
  description: 'Beschreibung',
  descriptionHelp: 'Steht auf der Seite, in den Feeds und in Suchmaschinen.',
  exists: '„{name}“ gibt es schon. Zusammenführen: Alle Beiträge erhalten diesen Namen.',
  merge: 'Zusammenführen',
  deleteOf: '„{name}“ löschen',
  changed: pluralForms({
    one: 'Gespeichert; {count} Beitrag geändert',
    other: 'Gespeichert; {count} Beiträge geändert',
  }),
};
