import { pluralForms } from '../interpolate.ts';

export const privacy = {
  title: 'Personal data',
  help: 'Enter an e-mail address or an IP address to see what this blog stores about it. You can then erase the data if the person asks you to.',
  of: 'E-mail address or IP address',
  noAddress: 'Enter an e-mail address such as ada@blog.example, or an IP address.',
  show: 'Show',
  kept: 'Data about {of}:',
  nothing: 'Nothing is stored about {of}.',
  ended:
    'This person unsubscribed or was erased. A hash of the address is stored, so that only they can subscribe again.',
  erasedBefore:
    'This address was erased. A hash of it is stored for 180 days, so that no form can make the service send it mail.',
  comments: 'Comments',
  amounts: {
    subscriptions: 'Subscriptions',
    mailings: 'Posts not yet sent',
    replyAddresses: 'Addresses for reply notifications',
    replyMails: 'Reply notifications',
    confirmations: 'Requests to confirm the address',
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
  eraseHelp: 'All data about {of} will be permanently erased.',
  eraseComments: pluralForms({
    one: '{count} comment will be deleted with its text. If others have replied to it, an empty comment remains.',
    other: '{count} comments will be deleted with their text. Where others have replied, an empty comment remains.',
  }),
  eraseOthers: 'Also erased: {others}.',
  staysOfEmail:
    'A hash of the address remains for 180 days, so that no form can make the service send it mail. Backups and exported files are not changed.',
  staysOfIp: 'The numbers of likes and views stay the same. Backups and exported files are not changed.',
  erased: 'All data about {of} has been erased.',
  deleted: pluralForms({ one: '{count} comment was deleted.', other: '{count} comments were deleted.' }),
  emptied: pluralForms({
    one: '{count} comment with replies by others is now empty.',
    other: '{count} comments with replies by others are now empty.',
  }),
};
