import { expect } from 'chai';

import { migrations } from '../migrations/index.ts';
import { matchingPosts } from '../routers/search/query.ts';
import { termsOf } from '../routers/search/tokens.ts';
import { migrate } from '../server/database/migrate.ts';
import { change, read, write } from './support/posts.ts';
import { found, indexBytes, search } from './support/search.ts';
import { describeVisited } from './support/visitors.ts';
