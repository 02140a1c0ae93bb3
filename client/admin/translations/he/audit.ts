export const audit = {
  help: 'מי שינה מה ב־180 הימים האחרונים.',
  nothing: 'אין רשומות.',
  all: 'הכול',
  kind: 'נוגע ל',
  export: 'ייצוא כ־CSV',
  more: 'הצגת עוד',
  session: 'אתם',
  key: 'מפתח API ‏{name}',
  visitor: 'מי שמנסה להתחבר',
  mail: 'קישור בדואר',
  console: 'פקודה בשרת',
};
