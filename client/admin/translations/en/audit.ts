export const audit = {
  help: 'Who changed what in the last 180 days.',
  nothing: 'No entries.',
  all: 'All',
  kind: 'Concerns',
  export: 'Export as CSV',
  more: 'Show more',
  session: 'You',
  key: 'API key {name}',
  visitor: 'Someone signing in',
  mail: 'Link in a mail',
  console: 'Command on the server',
};
