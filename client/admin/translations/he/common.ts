import { pluralForms } from '../interpolate.ts';

export const common = {
  save: 'שמירה',
  cancel: 'ביטול',
  delete: 'מחיקה',
  edit: 'עריכה',
  close: 'סגירה',
  copy: 'העתקה',
  copied: 'הועתק',
  undo: 'ביטול הפעולה',
  search: 'חיפוש',
  loading: 'בטעינה…',
  reload: 'טעינה מחדש',
  tryAgain: 'לנסות שוב',
  previous: 'הקודם',
  next: 'הבא',
  all: 'הכול',
  pageOf: 'עמוד {page} מתוך {pages}',
  failed: 'הפעולה נכשלה',
  /** Errors by the codes of the service (ui/translate-error.ts). */
  refused: {
    unreachable: 'השירות אינו זמין. יש לנסות שוב בעוד רגע.',
    foreign: 'תשובה לא צפויה: היא לא הגיעה מהשירות. יש לנסות שוב בעוד רגע.',
    password: 'הסיסמה שגויה.',
    currentPassword: 'הסיסמה הנוכחית שגויה.',
    setupKey: 'מפתח ההתקנה שגוי.',
    tooOften: pluralForms({
      one: 'יותר מדי ניסיונות; יש לנסות שוב בעוד שנייה.',
      other: 'יותר מדי ניסיונות; יש לנסות שוב בעוד {count} שניות.',
    }),
    tooOftenForNow: 'יותר מדי ניסיונות; יש לנסות שוב מאוחר יותר.',
    changed: 'חלו כאן שינויים בינתיים; יש לטעון מחדש.',
    tooLarge: 'התוכן גדול מדי עבור השירות.',
    gone: 'הפריט כבר אינו קיים.',
    broken: 'משהו השתבש בשירות; יש לנסות שוב מאוחר יותר.',
    busy: 'השירות עמוס; יש לנסות שוב בעוד רגע.',
  },
};
