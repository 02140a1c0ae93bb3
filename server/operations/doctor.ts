import { BadConfig, readConfig, type Config } from '../config/config.ts';
import { descriptorProblem } from '../process/descriptors.ts';
import { readEnvironment } from '../config/environment.ts';
import { examineClock } from './doctor/clock.ts';
import { examineDatabase } from './doctor/database.ts';
import { examineSpelling, examineTheme } from './doctor/environment.ts';
import { examineFile } from './doctor/file.ts';
import { ok, problem, warning, type Finding } from './doctor/finding.ts';
import { examineMail } from './doctor/mail.ts';
import { examineOrigins } from './doctor/origins.ts';
import { examineRedis } from './doctor/redis.ts';
import { examineService } from './doctor/service.ts';
import { unixSocketProblem } from '../http/unix-socket.ts';
import { sqliteFileOf } from '../storage/database/database-url.ts';

/**
 * Checks everything that the service needs, without changes, even while it runs.
 *
 * @returns one line per check, without passwords and keys
 */
export async function examine(): Promise<Finding[]> {
  const config = readOrExplain();
  if (Array.isArray(config)) return [...config, ...examineClock()];
  const spelling = examineSpelling(readEnvironment());
  const file = sqliteFileOf(config.databaseUrl);
  return [
    ok('configuration', 'Every variable that is set can be read.'),
    ...spelling,
    ...obsoleteVariables(config),
    ...examineTheme(config.themeDir),
    ...examineSocket(config),
    ...examineLimit(),
    ...examineOrigins(config),
    ...(file === null ? [] : await examineFile(file)),
    ...(await examineDatabase(config)),
    ...(await examineService()),
    ...(await examineRedis(config.redisUrl)),
    ...(await examineMail(config)),
    ...examineClock(),
  ];
}

function examineSocket(config: Config): Finding[] {
  const text = unixSocketProblem(config);
  return text === null ? [] : [warning('client ip', `${text}.`)];
}

function examineLimit(): Finding[] {
  const text = descriptorProblem();
  return text === null ? [] : [warning('open files', `${text[0]!.toUpperCase()}${text.slice(1)}.`)];
}

function obsoleteVariables({ workers }: Config): Finding[] {
  if (workers === null) return [];
  const text = 'WORKERS is obsolete: one process serves.';
  const remedy =
    workers > 1 ? ' For more cores or machines use PostgreSQL and several instances (docs/scaling.md).' : '';
  return [warning('configuration', `${text}${remedy} Remove the variable.`)];
}

function readOrExplain(): Config | Finding[] {
  try {
    return readConfig(readEnvironment());
  } catch (error) {
    if (!(error instanceof BadConfig)) throw error;
    return error.message.split('\n').map((line) => problem('configuration', line));
  }
}
