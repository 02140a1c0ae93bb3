/** The kinds of alerts, which `> [!NOTE]` begins. */
export const alertKinds = ['note', 'tip', 'important', 'warning', 'caution'] as const;
export type AlertKind = (typeof alertKinds)[number];
