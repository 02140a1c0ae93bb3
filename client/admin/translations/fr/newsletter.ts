export const newsletter = {
  title: 'E-mails aux abonnés',
  postalAddress: 'Adresse postale',
  postalAddressHelp: 'Au pied de chaque e-mail aux abonnés. De nombreux pays l’exigent.',
  imprintUrl: 'Mentions légales',
  imprintUrlHelp:
    'L’adresse de la page qui indique le responsable du blog, par exemple /imprint. Les e-mails aux abonnés y renvoient.',
  noImprint: 'Saisissez une adresse web ou un chemin tel que /imprint.',
  countClicks: 'Compter les clics',
  countClicksHelp:
    'Les liens des e-mails aux abonnés passent alors par votre blog, qui compte combien de fois chaque adresse est ouverte. Il n’enregistre pas par qui. Les programmes qui vérifient les liens sont comptés aussi.',
  show: 'Afficher l’e-mail',
  preview: 'Aperçu de l’e-mail',
  part: 'Partie',
  html: 'HTML',
  text: 'Texte',
  tooLong: 'L’e-mail fait {size} ko. Gmail affiche les 102 premiers ko et un lien vers la suite.',
  clicks: 'Clics',
  clicksHelp:
    'Combien de fois les adresses des e-mails ont été ouvertes, par des lecteurs et par des programmes qui vérifient les liens.',
  address: 'Adresse',
};
