export const audit = {
  help: 'Qui a modifié quoi au cours des 180 derniers jours.',
  nothing: 'Aucune entrée.',
  all: 'Tout',
  kind: 'Concerne',
  export: 'Exporter en CSV',
  more: 'Afficher plus',
  session: 'Vous',
  key: 'Clé d’API {name}',
  visitor: 'Quelqu’un qui se connecte',
  mail: 'Lien dans un e-mail',
  console: 'Commande sur le serveur',
};
