import { amount } from '../../../base/amount.ts';
import { quoteName } from '../../../selection/print.ts';
import { timeColumn } from '../../../tables/capture-time.ts';
import { SENT } from '../../../tables/conversation/overview-sql.ts';
import type { CaptureInfo } from '../../../tables/captures.ts';
import type { NextCall } from '../../contract/index.ts';
import type { GattAttribute, GattDevice } from './schema.ts';

const sent = ({ notifications, indications, reads }: GattAttribute): number => notifications + indications + reads;

/** Suggests a query of the numeric attribute that was sent most often, over time. */
export function afterTree(devices: readonly GattDevice[], captures: readonly CaptureInfo[]): NextCall[] {
  const all = devices.flatMap(({ capture_id, attributes }) => attributes.map((attribute) => ({ capture_id, attribute })));
  const [best] = all
    .filter(({ attribute }) => attribute.last_number !== undefined && attribute.uuid !== undefined && sent(attribute) > 1)
    .sort((a, b) => sent(b.attribute) - sent(a.attribute));
  const capture = captures.find(({ capture_id }) => capture_id === best?.capture_id);
  if (best === undefined || capture === undefined) return [];
  const { attribute } = best;
  const values = sent(attribute);
  return [
    {
      tool: 'capture_query',
      arguments: { sql: valuesOverTime(capture, attribute), limit: 100 },
      selection: { capture_id: capture.capture_id },
      why: `Read ${attribute.name ?? attribute.uuid ?? 'the value'} over time: it was sent most often.`,
      expectedOutcome: `${amount(values, 'value')} in order of time.`,
      benefit: { measure: 'values_read', share: values / all.reduce((sum, each) => sum + sent(each.attribute), 0) },
    },
  ];
}

function valuesOverTime(capture: CaptureInfo, { uuid = '' }: GattAttribute): string {
  const [att, packets] = [quoteName(`${capture.capture_id}_att`), quoteName(capture.capture_id)];
  const time = timeColumn(capture);
  return `SELECT p.${time}, a.value_number, a.value_unit, a.value_text FROM ${att} AS a JOIN ${packets} AS p USING (packet_no) WHERE a.uuid = '${uuid}' AND a.opcode IN ${SENT} AND a.value_number IS NOT NULL ORDER BY a.packet_no, a.item_no`;
}
