import { pluralForms } from '../interpolate.ts';

export const privacy = {
  title: '個人データ',
  help: 'メールアドレスまたは IP アドレスを入力すると、このブログに保存されている情報を確認できます。本人の求めがあれば、そのデータを消去できます。',
  of: 'メールアドレスまたは IP アドレス',
  noAddress: 'ada@blog.example のようなメールアドレス、または IP アドレスを入力してください。',
  show: '表示',
  kept: '{of} についてのデータ：',
  nothing: '{of} について保存されている情報はありません。',
  ended:
    '本人が購読を解除したか、データが消去されています。本人だけが再び購読できるように、アドレスのハッシュ値が保存されています。',
  erasedBefore:
    'このアドレスは消去されています。どのフォームからもメールが送られないように、ハッシュ値が 180 日間保存されます。',
  comments: 'コメント',
  amounts: {
    subscriptions: '購読',
    mailings: '未送信の記事メール',
    replyAddresses: '返信通知用のアドレス',
    replyMails: '返信の通知',
    confirmations: 'アドレスの確認の依頼',
    jobs: 'ジョブ',
    settings: 'アドレスを含む設定',
    blocks: 'ブロック',
    likes: 'いいね',
    views: '閲覧',
    signIns: '失敗したログイン',
  },
  andMore: pluralForms({ other: 'ほか {count} 件のコメント' }),
  erase: '消去',
  eraseTitle: 'これらをすべて消去しますか？',
  eraseHelp: '{of} についてのすべてのデータを完全に消去します。',
  eraseComments: pluralForms({
    other: '{count} 件のコメントを本文ごと削除します。ほかの人の返信がある場合は、空のコメントが残ります。',
  }),
  eraseOthers: 'そのほかに消去：{others}。',
  staysOfEmail:
    'どのフォームからもメールが送られないように、アドレスのハッシュ値が 180 日間残ります。バックアップとエクスポートしたファイルは変わりません。',
  staysOfIp: 'いいねと閲覧の数は変わりません。バックアップとエクスポートしたファイルも変わりません。',
  erased: '{of} についてのすべてのデータを消去しました。',
  deleted: pluralForms({ other: '{count} 件のコメントを削除しました。' }),
  emptied: pluralForms({ other: 'ほかの人の返信がある {count} 件のコメントを空にしました。' }),
};
