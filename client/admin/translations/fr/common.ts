import { pluralForms } from '../interpolate.ts';

export const common = {
  save: 'Enregistrer',
  cancel: 'Annuler',
  delete: 'Supprimer',
  edit: 'Modifier',
  close: 'Fermer',
  copy: 'Copier',
  copied: 'Copié',
  undo: 'Annuler l’action',
  search: 'Rechercher',
  loading: 'Chargement…',
  reload: 'Recharger',
  tryAgain: 'Réessayer',
  previous: 'Précédent',
  next: 'Suivant',
  all: 'Tous',
  pageOf: 'Page {page} sur {pages}',
  failed: 'L’action a échoué',
  /** Errors by the codes of the service (ui/translate-error.ts). */
  refused: {
    unreachable: 'Le service est injoignable. Réessayez dans un instant.',
    foreign: 'Réponse inattendue : elle ne vient pas du service. Réessayez dans un instant.',
    password: 'Le mot de passe est incorrect.',
    currentPassword: 'Le mot de passe actuel est incorrect.',
    setupKey: 'La clé d’installation est incorrecte.',
    tooOften: pluralForms({
      one: 'Trop de tentatives ; réessayez dans {count} seconde.',
      other: 'Trop de tentatives ; réessayez dans {count} secondes.',
    }),
    tooOftenForNow: 'Trop de tentatives ; réessayez plus tard.',
    changed: 'Ceci a été modifié entre-temps ; rechargez-le.',
    tooLarge: 'C’est trop volumineux pour le service.',
    gone: 'Cela n’existe plus.',
    broken: 'Une erreur s’est produite dans le service ; réessayez plus tard.',
    busy: 'Le service est occupé ; réessayez dans un instant.',
  },
};
