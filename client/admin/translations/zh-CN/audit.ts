export const audit = {
  help: '最近 180 天内谁更改了什么。',
  nothing: '没有记录。',
  all: '全部',
  kind: '涉及',
  export: '导出为 CSV',
  more: '显示更多',
  session: '您',
  key: 'API 密钥 {name}',
  visitor: '尝试登录的人',
  mail: '邮件中的链接',
  console: '服务器上的命令',
};
