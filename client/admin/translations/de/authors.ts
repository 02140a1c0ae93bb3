import { pluralForms } from '../interpolate.ts';

export const authors = {
  searchFor: 'Autoren suchen',
  empty:
    'Noch keine Autoren. Legen Sie für jede Person, die hier schreibt, einen Eintrag an; jede bekommt eine Seite mit ihren Beiträgen.',
  nothingFound: 'Keine passenden Autoren.',
  add: 'Autor hinzufügen',
  editTitle: '„{name}“ bearbeiten',
  name: 'Name',
  nameHelp: 'Alle Beiträge tragen einen neuen Namen sofort.',
  id: 'Adresse',
  idHelp:
    'Das Ende der Adresse ihrer Seite, etwa „ada“. Bleibt es leer, entsteht es aus dem Namen. Später lässt es sich nicht ändern.',
  bio: 'Über',
  bioHelp: 'Steht auf der eigenen Seite, in deren Feeds und in Suchergebnissen.',
  picture: 'Bild',
  pictureUrl: 'Adresse des Bilds',
  removePicture: 'Bild entfernen',
  pictureKind: 'Das Bild muss eine Bilddatei sein.',
  links: 'Profile',
  linkText: 'Text von Link {place}',
  linkUrl: 'Adresse von Link {place}',
  removeLink: 'Link {place} entfernen',
  exists: 'Es gibt schon einen Autor mit dieser Adresse. Wählen Sie eine andere.',
  saved: 'Gespeichert',
  deleteOf: '„{name}“ löschen',
  reassign: 'Beiträge gehen an',
  nobody: 'Niemanden: sie verlieren diesen Autor',
  deleted: '„{name}“ wurde gelöscht.',
  view: 'Seite von „{name}“ ansehen',
  fieldHelp: 'Ihre Namen stehen am Beitrag und führen zu ihren Seiten.',
  posts: pluralForms({ one: '{count} Beitrag', other: '{count} Beiträge' }),
};
