import { pluralForms } from '../interpolate.ts';

export const common = {
  save: 'Speichern',
  cancel: 'Abbrechen',
  delete: 'Löschen',
  edit: 'Bearbeiten',
  close: 'Schließen',
  copy: 'Kopieren',
  copied: 'Kopiert',
  undo: 'Rückgängig',
  search: 'Suchen',
  loading: 'Lädt …',
  reload: 'Neu laden',
  tryAgain: 'Erneut versuchen',
  previous: 'Zurück',
  next: 'Weiter',
  all: 'Alle',
  pageOf: 'Seite {page} von {pages}',
  failed: 'Die Aktion ist fehlgeschlagen',
  /** Errors by the codes of the service (ui/translate-error.ts). */
  refused: {
    unreachable: 'Der Dienst ist nicht erreichbar. Versuchen Sie es in Kürze erneut.',
    foreign: 'Unerwartete Antwort: Sie kam nicht vom Dienst. Versuchen Sie es in Kürze erneut.',
    password: 'Das Passwort ist falsch.',
    currentPassword: 'Das aktuelle Passwort ist falsch.',
    setupKey: 'Der Einrichtungsschlüssel ist falsch.',
    tooOften: pluralForms({
      one: 'Zu viele Versuche; versuchen Sie es in {count} Sekunde erneut.',
      other: 'Zu viele Versuche; versuchen Sie es in {count} Sekunden erneut.',
    }),
    tooOftenForNow: 'Zu viele Versuche; versuchen Sie es später erneut.',
    changed: 'Der Inhalt wurde inzwischen geändert; laden Sie ihn neu.',
    tooLarge: 'Das ist zu groß für den Dienst.',
    gone: 'Das existiert nicht mehr.',
    broken: 'Im Dienst ist ein Fehler aufgetreten; versuchen Sie es später erneut.',
    busy: 'Der Dienst ist ausgelastet; versuchen Sie es in Kürze erneut.',
  },
};
