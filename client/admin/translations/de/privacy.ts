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
  erasedBefore:
    'Diese Adresse wurde gelöscht. Ein Hash davon ist 180 Tage lang gespeichert, damit kein Formular ihr E-Mails schicken lässt.',
  comments: 'Kommentare',
  amounts: {
    subscriptions: 'Abonnements',
    mailings: 'Noch nicht gesendete Beiträge',
    replyAddresses: 'Adressen für Benachrichtigungen über Antworten',
    replyMails: 'Benachrichtigungen über Antworten',
    confirmations: 'Anfragen zur Bestätigung der Adresse',
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
    'Ein Hash der Adresse bleibt 180 Tage lang, damit kein Formular ihr E-Mails schicken lässt. Sicherungen und exportierte Dateien werden nicht geändert.',
  staysOfIp:
    'Die Zahlen der Likes und Aufrufe bleiben gleich. Sicherungen und exportierte Dateien werden nicht geändert.',
  erased: 'Alle Daten zu {of} wurden gelöscht.',
  deleted: pluralForms({ one: '{count} Kommentar wurde gelöscht.', other: '{count} Kommentare wurden gelöscht.' }),
  emptied: pluralForms({
    one: '{count} Kommentar mit Antworten anderer ist jetzt leer.',
    other: '{count} Kommentare mit Antworten anderer sind jetzt leer.',
  }),
};
