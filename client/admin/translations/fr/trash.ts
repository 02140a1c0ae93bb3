export const trash = {
  help: 'Les articles et les pages restent ici 30 jours. Ensuite, ils sont supprimés avec leurs commentaires.',
  nothing: 'La corbeille est vide.',
  restore: 'Restaurer',
  restoreThis: 'Restaurer {title}',
  restored: '« {title} » est de nouveau un brouillon.',
  publish: 'Publier à nouveau',
  published: '« {title} » est publié.',
  remove: 'Supprimer définitivement',
  removeThis: 'Supprimer définitivement {title}',
  empty: 'Vider la corbeille',
  emptySure:
    'Supprimer définitivement tout le contenu de la corbeille ? Les commentaires, les mentions J’aime et les versions sont aussi supprimés.',
  emptied: 'La corbeille est maintenant vide.',
  until: 'Jusqu’au {date}',
  page: 'Page',
};
