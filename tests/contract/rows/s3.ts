import { errorRow } from '../../../src/tools/contract/errors.ts';
import type { ToolResult } from '../../../src/tools/contract/index.ts';
import { callRow } from '../frame/calls.ts';
import { resultRow } from '../frame/results.ts';
import type { Row } from '../frame/row.ts';

const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
const failed = (result: ToolResult): boolean => result.status === 'error';

export const rows: readonly Row[] = [
  callRow('S3-2.3', { change: { 'arguments.mode': 'LOUD' }, expected: ['INVALID_VALUE arguments.mode'], says: ['plain', 'loud'] }),
  callRow('S3-2.7', { change: { 'arguments.factor': 0 }, expected: ['INVALID_VALUE arguments.factor'] }),
  callRow('S3-3.28', { change: { 'arguments.options': [] }, expected: ['INVALID_TYPE arguments.options'] }),
  callRow('S3-3.29', { change: { 'arguments.factor': '42' }, expected: ['INVALID_TYPE arguments.factor'] }),
  callRow('S3-3.30', {
    change: { 'arguments.factor': 99 },
    expected: ['INVALID_VALUE arguments.factor'],
    says: ['expected an integer from 1 to 10', 'got a number 99', 'for example 3'],
  }),
  resultRow(
    'S3-2.51',
    'status, ok and errorCode agree',
    (result) => result.ok === !failed(result) && (result.errorCode !== undefined) === failed(result),
  ),
  resultRow('S3-3.24', 'times are ISO 8601', ({ metadata }) =>
    [metadata.timestamp, metadata.startedAt, metadata.endedAt].every((time) => UTC.test(time)),
  ),
  resultRow('S3-3.35', 'every error has a class', ({ errors }) =>
    errors.every((error) => ['user', 'system', 'transient', 'permanent'].includes(errorRow(error.code)?.s3_class ?? '')),
  ),
];
