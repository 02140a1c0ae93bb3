export const audit = {
  help: '過去 180 日間に誰が何を変更したか。',
  nothing: '記録はありません。',
  all: 'すべて',
  kind: '対象',
  export: 'CSV で書き出す',
  more: 'さらに表示',
  session: 'あなた',
  key: 'API キー {name}',
  visitor: 'サインインを試みた人',
  mail: 'メールのリンク',
  console: 'サーバー上のコマンド',
};
