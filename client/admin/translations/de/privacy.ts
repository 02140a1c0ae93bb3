import { pluralForms } from '../interpolate.ts';

export const privacy = {
  title: 'Personenbezogene Daten',
  help: 'Geben Sie eine E-Mail-Adresse oder eine IP-Adresse ein, um zu sehen, was dieses Blog dazu speichert. Danach können Sie die Daten löschen, wenn die Person Sie darum bittet.',
  of: 'E-Mail-Adresse oder IP-Adresse',
  noAddress: 'Geben Sie eine E-Mail-Adresse ein, etwa ada@blog.example, oder eine IP-Adresse.',
  show: 'Anzeigen',
  kept: 'Daten zu {of}:',
  nothing: 'Zu {of} ist nichts gespeichert.',
  ended:
    'Diese Person hat das Abonnement beendet oder wurde gelöscht. Ein Hash der Adresse ist gespeichert, damit nur sie selbst wieder abonnieren kann.',
  comments: 'Kommentare',
  amounts: {
    subscriptions: 'Abonnements',
    mailings: 'Noch nicht gesendete Beiträge',
    replyAddresses: 'Adressen für Benachrichtigungen über Antworten',
    replyMails: 'Benachrichtigungen über Antworten',
    jobs: 'Aufgaben',
    settings: 'Einstellungen mit der Adresse',
    blocks: 'Sperren',
    likes: 'Likes',
    views: 'Aufrufe',
    signIns: 'Fehlgeschlagene Anmeldungen',
  },
  andMore: pluralForms({ one: 'und {count} weiterer Kommentar', other: 'und {count} weitere Kommentare' }),
  erase: 'Löschen',
  eraseTitle: 'Das alles löschen?',
  eraseHelp: 'Alle Daten zu {of} werden endgültig gelöscht.',
  eraseComments: pluralForms({
    one: '{count} Kommentar wird mit seinem Text gelöscht. Haben andere darauf geantwortet, bleibt ein leerer Kommentar.',
    other:
      '{count} Kommentare werden mit ihrem Text gelöscht. Wo andere geantwortet haben, bleibt ein leerer Kommentar.',
  }),
  eraseOthers: 'Ebenfalls gelöscht: {others}.',
  staysOfEmail:
    'Ein Hash der Adresse bleibt, damit niemand sonst sie wieder anmelden kann. Sicherungen und exportierte Dateien werden nicht geändert.',
  staysOfIp:
    'Die Zahlen der Likes und Aufrufe bleiben gleich. Sicherungen und exportierte Dateien werden nicht geändert.',
  erased: 'Alle Daten zu {of} wurden gelöscht.',
  deleted: pluralForms({ one: '{count} Kommentar wurde gelöscht.', other: '{count} Kommentare wurden gelöscht.' }),
  emptied: pluralForms({
    one: '{count} Kommentar mit Antworten anderer ist jetzt leer.',
    other: '{count} Kommentare mit Antworten anderer sind jetzt leer.',
  }),
};
