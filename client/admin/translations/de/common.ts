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
  failed: 'Das hat nicht geklappt',
  /** What the service refuses, by its codes (ui/translate-error.ts). */
  refused: {
    unreachable: 'Der Dienst ist nicht erreichbar. Versuchen Sie es gleich noch einmal.',
    foreign: 'Statt des Dienstes hat etwas anderes geantwortet. Versuchen Sie es gleich noch einmal.',
    password: 'Das Passwort ist falsch.',
    currentPassword: 'Das aktuelle Passwort ist falsch.',
    setupKey: 'Der Einrichtungsschlüssel ist falsch.',
    tooOften: pluralForms({
      one: 'Zu viele Versuche; versuchen Sie es in {count} Sekunde wieder.',
      other: 'Zu viele Versuche; versuchen Sie es in {count} Sekunden wieder.',
    }),
    tooOftenForNow: 'Zu viele Versuche; versuchen Sie es später wieder.',
    changed: 'Dies wurde inzwischen geändert; laden Sie es neu.',
    tooLarge: 'Das ist zu groß für den Dienst.',
    gone: 'Das gibt es nicht mehr.',
    broken: 'Im Dienst ist etwas schiefgegangen; versuchen Sie es später wieder.',
    busy: 'Der Dienst ist ausgelastet; versuchen Sie es gleich noch einmal.',
  },
};
