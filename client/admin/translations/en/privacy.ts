import { pluralForms } from '../interpolate.ts';

export const privacy = {
  title: 'Personal data of a person',
  help: 'Enter an e-mail address or an IP address to see what this blog keeps of it, and to erase it if its person asks for that.',
  of: 'E-mail address or IP address',
  noAddress: 'One e-mail address such as ada@blog.example, or one IP address.',
  show: 'Show',
  kept: 'Kept of {of}:',
  nothing: 'Nothing is kept of {of}.',
  ended:
    'Its person ended a subscription or was erased. Of that a hash is kept, so that only they can subscribe again.',
  comments: 'Comments',
  amounts: {
    subscriptions: 'Subscriptions',
    mailings: 'Posts that are still to be mailed',
    replyAddresses: 'Addresses for replies',
    replyMails: 'Mails about replies',
    jobs: 'Jobs',
    settings: 'Settings that contain it',
    blocks: 'Blocks',
    likes: 'Likes',
    views: 'Views',
    signIns: 'Failed sign-ins',
  },
  andMore: pluralForms({ one: 'and {count} more comment', other: 'and {count} more comments' }),
  erase: 'Erase',
  eraseTitle: 'Erase all of this?',
  eraseHelp: 'All data of {of} will be erased for good.',
  eraseComments: pluralForms({
    one: '{count} comment is deleted with its text; if others have replied to it, an empty place is left.',
    other: '{count} comments are deleted with their texts; where others have replied, an empty place is left.',
  }),
  eraseOthers: 'Erased too: {others}.',
  staysOfEmail:
    'A hash of the address stays, so that nobody else subscribes it again. Backups and exported files are not changed.',
  staysOfIp: 'Likes and views stay counted. Backups and exported files are not changed.',
  erased: 'What was kept of {of} is erased.',
  deleted: pluralForms({ one: '{count} comment was deleted.', other: '{count} comments were deleted.' }),
  emptied: pluralForms({
    one: '{count} comment with replies by others is empty now.',
    other: '{count} comments with replies by others are empty now.',
  }),
};
