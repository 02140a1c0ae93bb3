export const audit = {
  help: 'Wer in den letzten 180 Tagen was geändert hat.',
  nothing: 'Keine Einträge.',
  all: 'Alle',
  kind: 'Betrifft',
  export: 'Als CSV exportieren',
  more: 'Mehr anzeigen',
  session: 'Sie',
  key: 'API-Schlüssel {name}',
  visitor: 'Jemand bei der Anmeldung',
  mail: 'Link in einer E-Mail',
  console: 'Befehl auf dem Server',
};
