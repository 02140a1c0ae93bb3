import { defineEntity, p } from '@mikro-orm/core';

/** The number of decided comments with a word, by decision; the word "" counts the comments themselves. */
export const SpamWord = defineEntity({
  name: 'SpamWord',
  tableName: 'spam_words',
  properties: {
    word: p.text().primary(),
    good: p.integer().default(0),
    spam: p.integer().default(0),
  },
});
