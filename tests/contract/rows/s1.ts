import { project } from '../../../src/tools/contract/project.ts';
import { resultRow } from '../frame/results.ts';
import type { Row } from '../frame/row.ts';

export const rows: readonly Row[] = [
  resultRow(
    'S1-7',
    'the short view has the first names of the codes',
    (result) => !JSON.stringify(project(result, 's1')).includes('"MISSING_REQUIRED_ARGUMENT"'),
  ),
];
