/** The texts of the sign-in. */
export const security = {
  code: 'Code',
  codeHelp: 'From your authenticator app, or a recovery code.',
  usePasskey: 'Use a passkey',
  cancelled: 'No passkey was used. Try again.',
  confirmTitle: 'Confirm that it is you',
  confirmHelp: 'This needs your password again, and a code if you use an authenticator app.',
  confirm: 'Confirm',
  required: 'Set up a second factor',
  requiredHelp: 'This blog requires a second factor. Set up an authenticator app or a passkey to continue.',
  startOver: 'Enter the password again',
  onlyPasskey: 'Only a passkey signs in to this blog.',
};
