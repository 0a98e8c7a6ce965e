import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ToolResult } from '../../../../src/tools/contract/index.ts';
import { findingTitle, privacyOutput, severityWords } from '../../../../src/answers/privacy/model.ts';
import { fixture, SAMPLE } from '../../../support/fixtures.ts';
import { nodeWorkbench, type NodeWorkbench } from '../../../support/node-workbench.ts';

/** The view's input: a real audit of the sample. */
let workbench: NodeWorkbench;
let result: ToolResult;
beforeAll(async () => {
  workbench = await nodeWorkbench();
  const [capture, earlier] = [await workbench.openFile(SAMPLE), await workbench.openFile(fixture('mitll/anechoic_nrf52_90.pcapng'))];
  const [often] = (
    await workbench.engine.query(
      `SELECT advertiser_addr FROM ${earlier.capture_id} WHERE crc_ok AND adv_type = 'ADV_IND' GROUP BY ALL ORDER BY count(*) DESC LIMIT 1`,
    )
  ).rows;
  result = await workbench.run({
    tool: 'rotation_privacy_audit',
    version: '1.0.0',
    captures: [capture, earlier],
    arguments: {
      addresses: ['7D:40:A6:DF:72:73'],
      before: { capture_id: earlier.capture_id, addresses: [String(often?.[0])] },
    },
  });
});
afterAll(() => workbench.close());

test('findings, rotations and comparison are those of the tool', () => {
  expect(result.errors).toEqual([]);
  const output = privacyOutput(result);
  const raw = result.structured_output as { findings: { code: string }[]; rotations: unknown[] };
  expect(output.findings.map(({ code }) => code)).toEqual(raw.findings.map(({ code }) => code));
  expect(output.rotations).toHaveLength(raw.rotations.length);
  expect(output.streams.length).toBeGreaterThan(0);
  expect(output.comparison?.length).toBeGreaterThan(0);
  for (const { code, change } of output.comparison ?? []) {
    const now = output.findings.some((finding) => finding.code === code);
    expect(now).toBe(change !== 'gone');
  }
  for (const { code, remedy } of output.findings) {
    expect(findingTitle(code)).not.toBe(code);
    expect(remedy).not.toBe('');
  }
  const total =
    severityWords(output.findings)
      .match(/\d+/g)
      ?.reduce((sum, count) => sum + Number(count), 0) ?? 0;
  expect(total).toBe(output.findings.length);
});

test('an output that lacks parts is read as empty', () => {
  const bare = privacyOutput({ ...result, structured_output: { findings: [null] } });
  expect(bare).toMatchObject({ comparison: null, rotations: [], streams: [] });
  expect(bare.findings).toHaveLength(1);
});
