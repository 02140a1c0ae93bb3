export const audit = {
  help: 'من غيّر ماذا خلال آخر 180 يومًا.',
  nothing: 'لا توجد إدخالات.',
  all: 'الكل',
  kind: 'يخص',
  export: 'تصدير بصيغة CSV',
  more: 'عرض المزيد',
  session: 'أنت',
  key: 'مفتاح API ‏{name}',
  visitor: 'شخص يحاول تسجيل الدخول',
  mail: 'رابط في رسالة بريد',
  console: 'أمر على الخادم',
};
