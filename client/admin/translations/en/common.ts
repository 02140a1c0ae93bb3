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
  reload: 'Load again',
  tryAgain: 'Try again',
  previous: 'Previous',
  next: 'Next',
  all: 'All',
  pageOf: 'Page {page} of {pages}',
  failed: 'That did not work',
  /** What the service refuses, by its codes (ui/translate-error.ts). */
  refused: {
    unreachable: 'The service cannot be reached. Try again in a moment.',
    foreign: 'Something else answered in place of the service. Try again in a moment.',
    password: 'The password is wrong.',
    currentPassword: 'The current password is wrong.',
    setupKey: 'The setup key is wrong.',
    tooOften: pluralForms({
      one: 'Too many tries; try again in {count} second.',
      other: 'Too many tries; try again in {count} seconds.',
    }),
    tooOftenForNow: 'Too many tries; try again later.',
    changed: 'This has changed in the meantime; reload it.',
    tooLarge: 'This is too large for the service.',
    gone: 'This is not there any more.',
    broken: 'Something went wrong in the service; try again later.',
    busy: 'The service is busy; try again in a moment.',
  },
};
