import { pluralForms } from '../interpolate.ts';

export const privacy = {
  title: 'Données personnelles',
  help: 'Saisissez une adresse e-mail ou une adresse IP pour voir ce que ce blog conserve à son sujet. Vous pouvez ensuite effacer ces données si la personne vous le demande.',
  of: 'Adresse e-mail ou adresse IP',
  noAddress: 'Saisissez une adresse e-mail, par exemple ada@blog.example, ou une adresse IP.',
  show: 'Afficher',
  kept: 'Données sur {of} :',
  nothing: 'Rien n’est conservé sur {of}.',
  ended:
    'Cette personne s’est désabonnée ou ses données ont été effacées. Une empreinte de l’adresse est conservée, pour qu’elle seule puisse s’abonner de nouveau.',
  erasedBefore:
    'Cette adresse a été effacée. Une empreinte est conservée pendant 180 jours, pour qu’aucun formulaire ne lui envoie d’e-mails.',
  comments: 'Commentaires',
  amounts: {
    subscriptions: 'Abonnements',
    mailings: 'Articles pas encore envoyés',
    replyAddresses: 'Adresses pour les notifications de réponses',
    replyMails: 'Notifications de réponses',
    confirmations: 'Demandes de confirmation de l’adresse',
    jobs: 'Tâches',
    settings: 'Réglages qui la contiennent',
    blocks: 'Blocages',
    likes: 'J’aime',
    views: 'Vues',
    signIns: 'Échecs de connexion',
  },
  andMore: pluralForms({ one: 'et {count} autre commentaire', other: 'et {count} autres commentaires' }),
  erase: 'Effacer',
  eraseTitle: 'Effacer tout cela ?',
  eraseHelp: 'Toutes les données sur {of} seront définitivement effacées.',
  eraseComments: pluralForms({
    one: '{count} commentaire sera supprimé avec son texte. Si d’autres y ont répondu, il reste un commentaire vide.',
    other:
      '{count} commentaires seront supprimés avec leur texte. Là où d’autres ont répondu, il reste un commentaire vide.',
  }),
  eraseOthers: 'Également effacé : {others}.',
  staysOfEmail:
    'Une empreinte de l’adresse reste pendant 180 jours, pour qu’aucun formulaire ne lui envoie d’e-mails. Les sauvegardes et les fichiers exportés ne changent pas.',
  staysOfIp:
    'Les nombres de J’aime et de vues restent les mêmes. Les sauvegardes et les fichiers exportés ne changent pas.',
  erased: 'Toutes les données sur {of} ont été effacées.',
  deleted: pluralForms({
    one: '{count} commentaire a été supprimé.',
    other: '{count} commentaires ont été supprimés.',
  }),
  emptied: pluralForms({
    one: '{count} commentaire avec des réponses d’autres personnes est maintenant vide.',
    other: '{count} commentaires avec des réponses d’autres personnes sont maintenant vides.',
  }),
};
