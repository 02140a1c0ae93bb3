/** Phrases that only advertisements contain, whatever the blog is about, in the languages of the interface. */
const phrases = {
  anywhere: String.raw`viagra|cialis|levitra|kamagra`,
  en: String.raw`online casinos?|casino bonus(es)?|payday loans?|(buy|get) (cheap )?(followers|backlinks)|seo services?|guest posts? (service|packages?)|work from home|earn \$? ?\d[\d,.]* ?(\$|usd|dollars|euros?)?|make money (online|fast)|(crypto|bitcoin|forex) (investment|trading|recovery)( \p{L}+)?|double your (money|bitcoins?)|escorts? (service|agency)|replica watches|weight loss pills?|essay writing service|free (iphone|gift ?cards?)`,
  de: String.raw`casino bonus ohne einzahlung|freispiele ohne einzahlung|(sofort)?kredit ohne schufa|(rezeptfrei|ohne rezept) (kaufen|bestellen)|(follower|backlinks) kaufen|geld verdienen (im internet|von zu hause)|führerschein (ohne prüfung )?kaufen|sportwetten tipps`,
  fr: String.raw`casinos? en ligne|prêt entre particuliers|(acheter|commander) [^.!?\n]{1,40} sans ordonnance|(acheter|achetez) des (abonnés|followers)|(gagner|gagnez) de l['’]argent (en ligne|rapidement)|retour d['’]affection|grand marabout`,
  es: String.raw`casinos? en línea|préstamos? (entre particulares|sin aval)|(comprar|pedir) [^.!?\n]{1,40} sin receta|comprar seguidores|(ganar|gana) dinero (desde casa|en línea|rápido)|amarres de amor`,
};

/** Whole words, so that "specialist" is none. */
const words = new RegExp(String.raw`(?<!\p{L})(${Object.values(phrases).join('|')})(?!\p{L})`, 'giu');
/** Chinese and Japanese have no spaces between words. */
const eastAsian =
  /(オンライン|ネット)カジノ|処方箋(なし|不要)|即日融資|スーパーコピー|被リンク(販売|を販売)|出会い系サイト|(必ず|絶対に?)儲かる|(网上|在线|线上|真人)(赌场|博彩)|百家乐|娱乐城|无抵押贷款|论文代写|代写(论文|作业)|代开发票|办证|外链(出售|代发)|稳赚不赔|高仿/gu;

/** The phrases of advertisements in a text, each once, in lower case. */
export function findAdvertising(text: string): string[] {
  const found = [...text.matchAll(words), ...text.matchAll(eastAsian)];
  return [...new Set(found.map(([phrase]) => phrase.toLowerCase()))];
}
