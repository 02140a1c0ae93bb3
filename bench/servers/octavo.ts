// The service with its read cache turned off, configured by the environment as server/main.ts is.
import { readConfig } from '../../server/config/config.ts';
import { createLog } from '../../server/process/log.ts';
import { startService } from '../../server/service/service.ts';

const config = readConfig(process.env);
const options = { config, log: createLog(config.logLevel, 'json'), cacheBytes: 0 };
const service = await startService(options);
process.once('SIGTERM', () => void service.close().then(() => process.exit(0)));
