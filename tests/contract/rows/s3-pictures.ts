/** Plots: files drawn from the numbers of a result, and images for those that can show them (S3 §2.3.6). */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { plotDrawer } from '../../../src/cli/output/draw-plot.ts';
import { plotResources } from '../../../src/core/mcp-server/plot-resources.ts';
import type { ToolResult } from '../../../src/tools/contract/index.ts';
import { mcpPeer } from '../../support/mcp-peer.ts';
import { bench, multiplier } from '../../support/tools.ts';
import { row, type Row } from '../frame/row.ts';
import { answer } from '../frame/runs.ts';
import { openTable, runTool } from '../frame/workbench.ts';

const DRAWING = {
  renderer: 'node_modules/@resvg/resvg-wasm/index_bg.wasm',
  font: 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
};
const LINES = ['rssi,place', ...Array.from({ length: 60 }, (_, n) => `${String(-40 - ((n * 7) % 30))},${n % 2 === 0 ? 'a' : 'b'}`)];

async function compared(): Promise<ToolResult> {
  await openTable('rooms.csv', () => LINES);
  return runTool('anova_tool', { response: 'rssi', factors: ['place'] }, { capture_id: 'rooms' });
}
const plotsOf = ({ artifacts }: ToolResult) => artifacts.filter(({ mime_type }) => mime_type === 'image/svg+xml');

export const rows: readonly Row[] = [
  row(
    'S3-2.31',
    'a plot is a file that the tool drew from its numbers, with equal bytes each time',
    async () => {
      const [first, again] = [await compared(), await compared()].map(plotsOf);
      return [first!.length > 0, first!.map(({ sha256 }) => sha256).join() === again!.map(({ sha256 }) => sha256).join()];
    },
    [true, true],
  ),
  row(
    'S3-2.31',
    'over MCP a plot is an image, in the result where there is room and always under an address of its own',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'plots-'));
      try {
        const bytes = new TextEncoder().encode(
          '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 200"><rect width="640" height="200" fill="#fff"/><text x="9" y="40">rssi</text></svg>',
        );
        const artifacts = [{ name: 'means_plot', mime_type: 'image/svg+xml', bytes }];
        const bed = bench([multiplier({ run: () => Promise.resolve({ ...answer, artifacts }) })], {
          storeArtifact: (draft) => {
            const path = join(folder, draft.name);
            writeFileSync(path, draft.bytes);
            return pathToFileURL(path).href;
          },
        });
        const plots = plotResources(plotDrawer(DRAWING), (error) => {
          throw error;
        });
        const peer = mcpPeer({ blocks: (result, room) => plots.images(result, room) }, bed);
        const call = { name: 'row_multiplier', arguments: { capture_selection: { capture_id: 'lab' }, factor: 3 } };
        const content = (await peer.request('tools/call', call)).result?.['content'] as {
          type: string;
          mimeType?: string;
          data?: string;
        }[];
        return [
          content.map(({ type, mimeType }) => [type, mimeType]),
          Buffer.from(content[1]?.data ?? '', 'base64')
            .subarray(1, 4)
            .toString('latin1'),
        ];
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    [
      [
        ['text', undefined],
        ['image', 'image/png'],
      ],
      'PNG',
    ],
  ),
];
