/** The texts of the settings that other screens show. */
export const settings = {
  parts: {
    site: 'Site',
    design: 'Design',
    navigation: 'Navigation',
    comments: 'Comments',
    account: 'Account',
    webhooks: 'Webhooks',
    transfer: 'Import and export',
    privacy: 'Privacy',
  },
  deviceOn: '{browser} on {system}',
  deviceUnknown: 'Unknown device',
  thisSession: 'This session',
  end: 'End',
  endNamed: 'End the session: {device}',
  ended: 'The session has ended.',
  endAll: 'Sign out everywhere',
  endAllTitle: 'Sign out everywhere?',
  endAllHelp: 'Every session ends, including this one.',
};
