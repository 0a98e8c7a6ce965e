import { expect, test } from 'vitest';
import type { ConnectionLine } from '../../../../src/answers/connections/list.ts';
import { connectionFindings, requestedFinding } from '../../../../src/answers/overview/connection-findings.ts';
import { readFacts } from '../../../../src/answers/overview/overview.ts';

const line = (connection: number, peripheral: string, security = 'Not encrypted, as far as this recording shows.'): ConnectionLine => ({
  ...{ connection, central: 'C0:00:00:00:00:01', peripheral, first: 1, last: 9, accessAddress: 1, lasted: 1000 * connection, packets: 5 },
  ...{ toPeripheral: 3, toCentral: 2, gaps: 0, intervalMs: 7.5, encryption: undefined, security, end: 'No packet says how it ended.' },
});
const facts = { ...readFacts({ columns: [], rows: [], row_count: 0, truncated: false, elapsed_ms: 0 }), packets: 10, connects: 1 };

test('does not say that packets of a connection are missing where the capture has them without tables', () => {
  expect(requestedFinding({ ...facts, connected: 0 }, [])?.text).toContain('none of its packets are here');
  expect(requestedFinding({ ...facts, connected: 7 }, [])?.text).toContain('7 packets of connections are here');
  expect(requestedFinding(facts, [line(1, 'D0:00:00:00:00:01')])).toBeNull();
});

test('names the services of a device at the end of a selected connection only', () => {
  const servers = [
    { address: 'D0:00:00:00:00:01', services: ['Heart Rate'] },
    { address: 'D0:00:00:00:00:02', services: ['Battery', 'Device Information'] },
  ];
  const offered = (lines: readonly ConnectionLine[]): string | undefined =>
    connectionFindings(lines, servers).find((finding) => finding?.id === 'services')?.text;
  expect(offered([line(1, 'D0:00:00:00:00:01')])).toBe('D0:00:00:00:00:01 offers Heart Rate.');
  expect(offered([line(1, 'D0:00:00:00:00:01'), line(2, 'D0:00:00:00:00:02')])).toBe(
    'D0:00:00:00:00:02 offers Battery, Device Information. 1 other device has services too.',
  );
  expect(offered([line(1, 'D0:00:00:00:00:03')])).toBeUndefined();
});

test('says what protects most connections, and for how many it holds', () => {
  const pairing = 'LE legacy pairing with Just Works: who recorded the pairing can compute the keys and read the connection.';
  const [, security] = connectionFindings([line(1, 'a', pairing), line(2, 'b', pairing), line(3, 'c')], []);
  expect([security?.title, security?.text]).toEqual([
    'LE legacy pairing with Just Works',
    'Who recorded the pairing can compute the keys and read the connection. This holds for 2 of 3 connections.',
  ]);
});
