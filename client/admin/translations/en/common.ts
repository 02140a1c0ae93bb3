import { pluralForms } from '../interpolate.ts';

export const common = {
  save: 'Save',
  cancel: 'Cancel',
  delete: 'Delete',
  edit: 'Edit',
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  undo: 'Undo',
  search: 'Search',
  loading: 'Loading…',
  reload: 'Reload',
  tryAgain: 'Try again',
  previous: 'Previous',
  next: 'Next',
  all: 'All',
  pageOf: 'Page {page} of {pages}',
  failed: 'The action failed',
  /** Errors by the codes of the service (ui/translate-error.ts). */
  refused: {
    unreachable: 'The service cannot be reached. Try again in a moment.',
    foreign: 'Unexpected response: it did not come from the service. Try again in a moment.',
    password: 'The password is wrong.',
    currentPassword: 'The current password is wrong.',
    setupKey: 'The setup key is wrong.',
    tooOften: pluralForms({
      one: 'Too many attempts; try again in {count} second.',
      other: 'Too many attempts; try again in {count} seconds.',
    }),
    tooOftenForNow: 'Too many attempts; try again later.',
    changed: 'This has changed in the meantime; reload it.',
    tooLarge: 'This is too large for the service.',
    gone: 'This no longer exists.',
    broken: 'Something went wrong in the service; try again later.',
    busy: 'The service is busy; try again in a moment.',
  },
};
