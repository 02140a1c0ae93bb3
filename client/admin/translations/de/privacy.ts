import { pluralForms } from '../interpolate.ts';

export const privacy = {
  title: 'Was über eine Person gespeichert ist',
  help: 'Geben Sie eine E-Mail-Adresse oder IP-Adresse ein, um zu sehen, was dieses Blog dazu gespeichert hat, und um es zu löschen, wenn die Person das verlangt.',
  of: 'E-Mail-Adresse oder IP-Adresse',
  noAddress: 'Eine E-Mail-Adresse wie ada@blog.example oder eine IP-Adresse.',
  show: 'Anzeigen',
  kept: 'Gespeichert zu {of}:',
  nothing: 'Zu {of} ist nichts gespeichert.',
  ended:
    'Die Person hat ein Abonnement beendet oder wurde gelöscht. Davon ist ein Hash gespeichert, damit nur sie selbst wieder abonnieren kann.',
  comments: 'Kommentare',
  amounts: {
    subscriptions: 'Abonnements',
    mailings: 'Beiträge, die noch zu versenden sind',
    replyAddresses: 'Adressen für Antworten',
    replyMails: 'E-Mails über Antworten',
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
  eraseHelp: 'Was zu {of} gespeichert ist, wird endgültig gelöscht.',
  eraseComments: pluralForms({
    one: '{count} Kommentar wird mit seinem Text gelöscht; haben andere darauf geantwortet, bleibt eine leere Stelle.',
    other:
      '{count} Kommentare werden mit ihren Texten gelöscht; wo andere geantwortet haben, bleibt eine leere Stelle.',
  }),
  eraseOthers: 'Ebenfalls gelöscht: {others}.',
  staysOfEmail:
    'Ein Hash der Adresse bleibt, damit niemand sonst sie wieder anmeldet. Sicherungen und exportierte Dateien ändern sich nicht.',
  staysOfIp: 'Likes und Aufrufe bleiben gezählt. Sicherungen und exportierte Dateien ändern sich nicht.',
  erased: 'Was zu {of} gespeichert war, ist gelöscht.',
  deleted: pluralForms({ one: '{count} Kommentar wurde gelöscht.', other: '{count} Kommentare wurden gelöscht.' }),
  emptied: pluralForms({
    one: '{count} Kommentar mit Antworten anderer ist jetzt leer.',
    other: '{count} Kommentare mit Antworten anderer sind jetzt leer.',
  }),
};
