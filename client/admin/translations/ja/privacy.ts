import { pluralForms } from '../interpolate.ts';

export const privacy = {
  title: '個人について保存されている情報',
  help: 'メールアドレスまたは IP アドレスを入力すると、このブログに保存されている情報を確認し、本人の求めに応じて消去できます。',
  of: 'メールアドレスまたは IP アドレス',
  noAddress: 'ada@blog.example のようなメールアドレス、または IP アドレスを 1 つ入力してください。',
  show: '表示',
  kept: '{of} について保存されている情報:',
  nothing: '{of} について保存されている情報はありません。',
  ended:
    '本人が購読を解除したか、情報が消去されています。本人だけが再び購読できるように、ハッシュ値だけが残っています。',
  comments: 'コメント',
  amounts: {
    subscriptions: '購読',
    mailings: '未送信の記事メール',
    replyAddresses: '返信通知用のアドレス',
    replyMails: '返信の通知',
    jobs: 'ジョブ',
    settings: 'アドレスを含む設定',
    blocks: 'ブロック',
    likes: 'いいね',
    views: '閲覧',
    signIns: '失敗したログイン',
  },
  andMore: pluralForms({ other: 'ほか {count} 件のコメント' }),
  erase: '消去',
  eraseTitle: 'これらをすべて消去しますか?',
  eraseHelp: '{of} について保存されている情報を完全に消去します。',
  eraseComments: pluralForms({
    other: '{count} 件のコメントを本文ごと削除します。ほかの人の返信がある場合は空欄が残ります。',
  }),
  eraseOthers: 'そのほかに消去: {others}。',
  staysOfEmail:
    '本人以外が再び登録しないように、アドレスのハッシュ値は残ります。バックアップと書き出したファイルは変わりません。',
  staysOfIp: 'いいねと閲覧の数は変わりません。バックアップと書き出したファイルは変わりません。',
  erased: '{of} について保存されていた情報を消去しました。',
  deleted: pluralForms({ other: '{count} 件のコメントを削除しました。' }),
  emptied: pluralForms({ other: 'ほかの人の返信がある {count} 件のコメントを空にしました。' }),
};
