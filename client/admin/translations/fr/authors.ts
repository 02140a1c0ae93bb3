import { pluralForms } from '../interpolate.ts';

export const authors = {
  searchFor: 'Rechercher des auteurs',
  empty:
    'Aucun auteur pour l’instant. Ajoutez chaque personne qui écrit ici ; chacune aura une page avec ses articles.',
  nothingFound: 'Aucun auteur correspondant.',
  add: 'Ajouter un auteur',
  editTitle: 'Modifier « {name} »',
  name: 'Nom',
  nameHelp: 'Tous les articles portent aussitôt un nouveau nom.',
  id: 'Adresse',
  idHelp:
    'La fin de l’adresse de sa page, par exemple « ada ». Laissée vide, elle est formée à partir du nom. Elle ne peut pas être modifiée ensuite.',
  bio: 'À propos',
  bioHelp: 'Affiché sur sa page, dans ses flux et dans les résultats de recherche.',
  picture: 'Image',
  pictureUrl: 'URL de l’image',
  removePicture: 'Retirer l’image',
  pictureKind: 'Le fichier doit être une image.',
  links: 'Profils',
  linkText: 'Texte du lien {place}',
  linkUrl: 'URL du lien {place}',
  removeLink: 'Retirer le lien {place}',
  exists: 'Un auteur a déjà cette adresse. Choisissez-en une autre.',
  saved: 'Enregistré',
  deleteOf: 'Supprimer « {name} »',
  reassign: 'Attribuer les articles à',
  nobody: 'Personne : ils perdent cet auteur',
  deleted: '« {name} » a été supprimé.',
  view: 'Voir la page de « {name} »',
  fieldHelp: 'Leurs noms figurent sur l’article et mènent à leurs pages.',
  posts: pluralForms({ one: '{count} article', many: '{count} d’articles', other: '{count} articles' }),
};
