import { administratorOrKey, router } from '../core/procedures.ts';
import { streamInput } from './schemas.ts';
import { openStream } from './stream.ts';

export const eventsRouter = router({
  // Its REST endpoint is in server/api/event-stream.ts: OpenAPI's generator knows no subscriptions.
  stream: administratorOrKey('events')
    .input(streamInput.prefault({}))
    .subscription(({ ctx, input, signal }) => openStream(ctx, input, signal)),
});
