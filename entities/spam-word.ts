import { defineEntity, p } from '@mikro-orm/core';

/** In how many comments the owner's decisions met a word; the word "" counts the comments themselves. */
export const SpamWord = defineEntity({
  name: 'SpamWord',
  tableName: 'spam_words',
  properties: {
    word: p.text().primary(),
    good: p.integer().default(0),
    spam: p.integer().default(0),
  },
});
