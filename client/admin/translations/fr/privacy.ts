import { pluralForms } from '../interpolate.ts';

export const privacy = {
  title: 'Ce qui est conservé sur une personne',
  help: 'Saisissez une adresse e-mail ou une adresse IP pour voir ce que ce blog conserve à son sujet, et pour l’effacer si la personne le demande.',
  of: 'Adresse e-mail ou adresse IP',
  noAddress: 'Une adresse e-mail comme ada@blog.example, ou une adresse IP.',
  show: 'Afficher',
  kept: 'Conservé pour {of} :',
  nothing: 'Rien n’est conservé pour {of}.',
  ended:
    'La personne a mis fin à un abonnement ou a été effacée. Il en reste une empreinte, pour qu’elle seule puisse s’abonner de nouveau.',
  comments: 'Commentaires',
  amounts: {
    subscriptions: 'Abonnements',
    mailings: 'Articles encore à envoyer',
    replyAddresses: 'Adresses pour les réponses',
    replyMails: 'E-mails de réponses',
    jobs: 'Tâches',
    settings: 'Réglages qui la contiennent',
    blocks: 'Blocages',
    likes: 'J’aime',
    views: 'Vues',
    signIns: 'Échecs de connexion',
  },
  andMore: pluralForms({ one: 'et {count} autre commentaire', other: 'et {count} autres commentaires' }),
  erase: 'Effacer',
  eraseTitle: 'Effacer tout cela ?',
  eraseHelp: 'Ce qui est conservé pour {of} est effacé définitivement.',
  eraseComments: pluralForms({
    one: '{count} commentaire est supprimé avec son texte ; si d’autres y ont répondu, il reste un emplacement vide.',
    other:
      '{count} commentaires sont supprimés avec leurs textes ; là où d’autres ont répondu, il reste un emplacement vide.',
  }),
  eraseOthers: 'Également effacé : {others}.',
  staysOfEmail:
    'Une empreinte de l’adresse reste, pour que personne d’autre ne l’abonne de nouveau. Les sauvegardes et les fichiers exportés ne changent pas.',
  staysOfIp: 'Les J’aime et les vues restent comptés. Les sauvegardes et les fichiers exportés ne changent pas.',
  erased: 'Ce qui était conservé pour {of} est effacé.',
  deleted: pluralForms({
    one: '{count} commentaire a été supprimé.',
    other: '{count} commentaires ont été supprimés.',
  }),
  emptied: pluralForms({
    one: '{count} commentaire avec des réponses d’autres personnes est maintenant vide.',
    other: '{count} commentaires avec des réponses d’autres personnes sont maintenant vides.',
  }),
};
