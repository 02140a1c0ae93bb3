export const newsletter = {
  title: 'E-Mails an Abonnenten',
  postalAddress: 'Postanschrift',
  postalAddressHelp: 'Steht am Fuß jeder E-Mail an Abonnenten. In vielen Ländern ist sie vorgeschrieben.',
  imprintUrl: 'Impressum',
  imprintUrlHelp:
    'Die Adresse der Seite, die sagt, wer für das Blog verantwortlich ist, zum Beispiel /imprint. E-Mails an Abonnenten verlinken sie.',
  noImprint: 'Gib eine Webadresse oder einen Pfad wie /imprint ein.',
  countClicks: 'Klicks zählen',
  countClicksHelp:
    'Links in E-Mails an Abonnenten führen dann über dein Blog, das zählt, wie oft jede Adresse geöffnet wird. Wer sie öffnet, wird nicht erfasst. Programme, die Links prüfen, zählen mit.',
  show: 'E-Mail anzeigen',
  preview: 'Vorschau der E-Mail',
  part: 'Teil',
  html: 'HTML',
  text: 'Text',
  tooLong: 'Die E-Mail ist {size} kB lang. Gmail zeigt die ersten 102 kB und einen Link zum Rest.',
  clicks: 'Klicks',
  clicksHelp: 'Wie oft die Adressen in den E-Mails geöffnet wurden, von Lesern und von Programmen, die Links prüfen.',
  address: 'Adresse',
};
