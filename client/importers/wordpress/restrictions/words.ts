/** The beginnings of words that speak of members, payment, passwords or access. */
const stems =
  /^(?:member|memb$|restrict|subscri|patreon|patron|paywall|premium|protect|passw|passster|privat|logged|login|signin|signedin|paid|payper|payments?$|pay$|pledge|purchas|laterpay|tinypass|locker|lock$|locked|unlock|secret|access$|accessally|roles?$|levels?$|vip$|exclusiv|enrol|students?$|tiers?$|capabilit|ccaps?$|confidential|gated?$|auth$|authenticated|authori[sz]ed|hidden|hidepost|hide$|mepr|pmpro|rcp$|wlm|wpmem|swpm|ppwp?$|ihc$|arm$|um$|i4w|memberium|optimizemember|s2(?:if|get|member))/;
/** Words that end so, such as `nonmember` or `sociallocker`. */
const endings = /(?:locker|paywall|members?|loggedin)$/;
const others = /^(?:remember|disremember|passwordless)/;

/** The words of a name such as `mepr-show`, `UAGLoggedIn` or `_members_access_role`, in lower case. */
export function splitName(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
}

/** Whether the name of a shortcode or block says that not everybody sees its content. */
export function namesReaders(name: string): boolean {
  const words = [...splitName(name), ...name.toLowerCase().split(/[^a-z\d]+/)];
  return words.some((word) => (stems.test(word) || endings.test(word)) && !others.test(word));
}

/** Words of attributes that say who sees something. */
const attributeWords =
  /^(?:member|membership|restrict|subscri|patreon|paywall|premium|protected|passwords?$|pass$|privat|logged|login|paid|access$|roles?$|levels?$|tiers?$|plans?$|capabilit|ccaps?$|unauth|enrol|conditions?$|conditional|logics$|visibility$|contentcontrols?$|vip$|can$)/;

/** Whether the name of an attribute says who sees something. */
export function saysWho(name: string): boolean {
  const words = [...splitName(name), name.toLowerCase().replace(/[^a-z]/g, '')];
  return words.some((word) => attributeWords.test(word));
}

/** Whether the value of a condition names readers, such as `members` or `logged-in`. */
export function isAboutReaders(value: string): boolean {
  return /(?:^|[^a-z])(?:members?|subscribers?|subscribed|logged[\s_-]?in|logged|login|registered|premium|paid|patrons?|customers?|administrators?|editors?|contributors?|vip|students?|current_user_can\w*|is_user_\w+|user_can)(?:[^a-z]|$)/i.test(
    value,
  );
}

/** Values of fields and attributes that restrict nothing. */
const everybody =
  /^(?:|0|0\.00|-|no|n|off|false|none|null|all|any|everyone|everybody|public|default|open|free|visible|inherit|global|disabled?|always|show|guests?|visitors?|unset|w10=|\[\]|\{\}|<.*>)$/i;

/** Whether a value restricts nothing; in lists and tables, whether all of their values do so. */
export function isForEverybody(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === 0) return true;
  if (Array.isArray(value)) return value.every(isForEverybody);
  if (typeof value === 'object') return Object.values(value).every(isForEverybody);
  return everybody.test(String(value).trim());
}
