import type { ImportReport } from '../import-report.ts';
import { checkDepth, describeReason } from '../unfit.ts';
import type { Archive } from './open.ts';

/** The records of a member; those that are nested too deep are refused. */
export async function* fittingRecords(
  archive: Archive,
  name: string,
  report: Pick<ImportReport, 'refused'>,
): ReturnType<Archive['records']> {
  for await (const record of archive.records(name)) {
    try {
      checkDepth(record.value);
    } catch (error) {
      report.refused.push({ file: `${name}:${record.line}`, reason: describeReason(error) });
      continue;
    }
    yield record;
  }
}
