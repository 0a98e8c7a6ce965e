import type { CaptureInfo } from '../../tables/captures.ts';
import type { ToolResult } from '../../tools/contract/index.ts';
import type { Listed } from '../../wire/mcp/server/ports.ts';
import { RpcError, UNREADABLE } from '../../wire/mcp/server/rpc.ts';
import { pageOfResult } from './result-resources.ts';
import { templateOf, uriOf, type Place } from './uris.ts';

const JSON_TYPE = 'application/json';
/** The tool whose result is the content of a capture resource. Because it is called, policy, validation and journal apply. */
const TOOL = 'describe_capture';

export const CAPTURE_TEMPLATES: readonly Listed[] = [
  {
    uriTemplate: templateOf('captures/{capture_id}'),
    name: 'capture',
    title: 'Columns of a capture',
    description: 'Each column with its kind, unit, range and most frequent values.',
    mimeType: JSON_TYPE,
  },
  {
    uriTemplate: templateOf('captures/{capture_id}/columns/{column}'),
    name: 'column',
    title: 'One column of a capture',
    description: 'Kind, unit, range and most frequent values of the column.',
    mimeType: JSON_TYPE,
  },
];

export interface CaptureReading {
  readonly captures: () => readonly CaptureInfo[];
  /** The version of a tool that the client may call; undefined if it may not call the tool. */
  readonly versionOf: (tool: string) => string | undefined;
  readonly run: (invocation: object, signal: AbortSignal) => Promise<ToolResult>;
}

const mayRead = ({ versionOf }: CaptureReading): boolean => versionOf(TOOL) !== undefined;

/** The open captures as resources; empty if the client may not read captures. */
export const listCaptures = (reading: CaptureReading): readonly Listed[] =>
  mayRead(reading)
    ? reading.captures().map(({ capture_id, file_name, row_count, kind }) => ({
        uri: uriOf(['captures', capture_id]),
        name: capture_id,
        title: file_name,
        description: `${kind === 'ble' ? 'Bluetooth packets' : 'Rows of a table'}: ${String(row_count)}`,
        mimeType: JSON_TYPE,
      }))
    : [];

/** @throws RpcError if the capture cannot be read now */
export async function readCapture(reading: CaptureReading, place: Place, signal: AbortSignal): Promise<readonly Listed[] | undefined> {
  const [, id, kind, column, ...more] = place.segments;
  const capture = reading.captures().find(({ capture_id }) => capture_id === id);
  const version = reading.versionOf(TOOL);
  const known = kind === undefined || (kind === 'columns' && capture?.columns.some(({ name }) => name === column) === true);
  if (capture === undefined || version === undefined || !known || more.length > 0 || place.from > 0) return undefined;
  const result = await reading.run(
    {
      tool_name: TOOL,
      tool_version: version,
      capture_selection: { capture_ids: [capture.capture_id] },
      arguments: column === undefined ? {} : { columns: [column] },
    },
    signal,
  );
  if (result.status === 'error') throw new RpcError(UNREADABLE, `The capture could not be read: ${result.summary}`);
  // Read further pages from the stored result, which stays the same even if the capture changes.
  const [page] = pageOfResult(result, ['structured_output'], 0) ?? [];
  return page && [{ ...page, uri: uriOf(place.segments) }];
}
