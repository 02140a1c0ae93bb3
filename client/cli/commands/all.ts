import type { Command } from 'commander';

import { addAccountCommands, type ServerSide } from './account.ts';
import { addCommentCommands } from './comments.ts';
import type { DatabaseSide } from './database-side.ts';
import { addDatabaseCommands } from './database.ts';
import { addKeyCommands } from './keys.ts';
import { addMediaCommands, type MediaSide } from './media.ts';
import { addPageCommands } from './pages.ts';
import { addPostCommands } from './posts.ts';
import { addPrivacyCommands } from './privacy.ts';
import type { ProcessSide } from './server.ts';
import { addSettingsCommands } from './settings.ts';
import { addSubscriberCommands } from './subscribers.ts';
import { addTagCommands } from './tags.ts';
import { addTrashCommands } from './trash.ts';
import { addWebhookCommands } from './webhooks.ts';

/** The operations of commands that run on the server. */
export type Server = ServerSide & DatabaseSide & MediaSide & ProcessSide;

/** Adds every command but those of `server.ts` and `transfer.ts`. */
export function addOtherCommands(program: Command, server: Server): void {
  addAccountCommands(program, server);
  addKeyCommands(program);
  addPostCommands(program);
  addPageCommands(program);
  addTrashCommands(program);
  addCommentCommands(program);
  addMediaCommands(program, server);
  addPrivacyCommands(program);
  addSettingsCommands(program);
  addSubscriberCommands(program);
  addTagCommands(program);
  addWebhookCommands(program);
  addDatabaseCommands(program, server);
}
