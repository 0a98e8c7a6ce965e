/** Tools of other servers: untrusted, off until a person allows them one by one, and off again when they change (S2 §P, §X). */
import { echo, mcpServer } from '../../support/mcp-server.ts';
import { mcpBench, type McpBench } from '../../support/mcp-bench.ts';
import { row, type Row } from '../frame/row.ts';
import { codes } from '../frame/runs.ts';

const ECHO = 'mcp__lab__echo';

/** A bench that is connected to a real server of these tools, for as long as `look` takes. */
async function withServer<T>(tools: unknown[], look: (bed: McpBench, tools: unknown[]) => Promise<T>): Promise<T> {
  const server = await mcpServer(tools);
  const bed = await mcpBench();
  try {
    await bed.servers.add('lab', server.url);
    return await look(bed, tools);
  } finally {
    bed.servers.disconnect('lab');
    await server.close();
  }
}

const allow = (bed: McpBench, name = 'echo'): Promise<void> => bed.servers.allow(bed.tool(name).id, bed.tool(name).fingerprint, true);
const states = ({ servers }: McpBench): unknown => servers.list()[0]?.tools.map(({ name, state }) => `${name} ${state}`);
/** Asks the server for its list, as its word of a change does. */
const again = (bed: McpBench): Promise<void> => bed.servers.connect('lab');

export const rows: readonly Row[] = [
  row(
    'S2-21',
    'tools that a server lists are seen, and off until the policy is edited for each of them',
    () =>
      withServer([echo, { ...echo, name: 'other' }], async (bed) => {
        const before = [states(bed), bed.runner.catalog().map(({ name }) => name), codes(await bed.call(ECHO, { text: 'x' }))];
        await allow(bed);
        return [
          ...before,
          states(bed),
          codes(await bed.call(ECHO, { text: 'x' })),
          codes(await bed.call('mcp__lab__other', { text: 'x' })),
          bed.asked.length,
        ];
      }),
    [['echo off', 'other off'], ['row_multiplier'], ['UNKNOWN_TOOL'], ['echo allowed', 'other off'], [], ['UNKNOWN_TOOL'], 1],
  ),
  row(
    'S2-21',
    'a tool that appears in a later list is off, whatever stands in the policy already',
    () =>
      withServer([echo], async (bed, tools) => {
        await allow(bed);
        tools.push({ ...echo, name: 'late' });
        const policy = bed.runner.policy();
        bed.setPolicy({ ...policy, allowedTools: [...policy.allowedTools, 'mcp__lab__late'] });
        await again(bed);
        return [states(bed), bed.runner.policy().allowedTools];
      }),
    [
      ['echo allowed', 'late off'],
      ['row_multiplier', ECHO],
    ],
  ),
  row(
    'S2-X7',
    'a new list refreshes what is offered; a definition that differs is off, out of the policy, and says what is different',
    () =>
      withServer([echo], async (bed, tools) => {
        await allow(bed);
        tools[0] = { ...echo, inputSchema: { type: 'object', properties: { text: { type: 'string' }, path: { type: 'string' } } } };
        await again(bed);
        const { state, changes } = bed.tool('echo');
        return [
          state,
          changes.some(({ place }) => place.startsWith('inputSchema')),
          bed.runner.policy().allowedTools,
          codes(await bed.call(ECHO, {})),
        ];
      }),
    ['changed', true, ['row_multiplier'], ['UNKNOWN_TOOL']],
  ),
  row(
    'S2-X7',
    'the same list in another order, with keys in another order, changes nothing',
    () =>
      withServer([echo, { ...echo, name: 'other' }], async (bed, tools) => {
        await allow(bed);
        tools.reverse();
        tools[1] = Object.fromEntries(Object.entries(echo).reverse());
        await again(bed);
        return [bed.tool('echo').state, (await bed.call(ECHO, { text: 'x' })).status];
      }),
    ['allowed', 'ok'],
  ),
  row(
    'S3-2.24',
    'tools of servers are untrusted, whatever they say of themselves: an effect on the world, asked for, their results marked',
    () =>
      withServer(
        [
          {
            ...echo,
            annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
            trust: 'trusted',
            effect: 'read_only',
          },
        ],
        async (bed) => {
          await allow(bed);
          const manifest = bed.runner.manifest(ECHO);
          const result = await bed.call(ECHO, { text: 'x' });
          const unattended = await bed.call(ECHO, { text: 'x' }, { interactive: false });
          return [
            manifest?.trust,
            manifest?.effect,
            manifest?.reversible,
            result.metadata.trust,
            result.confidence,
            bed.asked.length,
            codes(unattended),
          ];
        },
      ),
    ['untrusted', 'external_side_effect', false, 'untrusted', 0, 1, ['POLICY_DENIED']],
  ),
  row(
    'S3-2.24',
    'no definition of a server brings code, a pattern that runs away, or a name that reaches into prototypes',
    () =>
      withServer(
        [
          {
            ...echo,
            name: 'code',
            execute: 'alert(1)',
            inputSchema: { type: 'object', properties: { a: { type: 'string', pattern: '(a+)+$' } } },
          },
          { ...echo, name: 'proto', inputSchema: JSON.parse('{"type":"object","properties":{"__proto__":{}}}') as object },
        ],
        async (bed) => {
          await allow(bed, 'code');
          const tool = bed.tool('code');
          const { status } = await bed.call('mcp__lab__code', { a: `${'a'.repeat(80)}b`, text: 'x' });
          return [
            tool.left,
            'execute' in (bed.runner.manifest('mcp__lab__code') ?? {}),
            status,
            bed.servers.list()[0]?.refused.map(({ name }) => name),
          ];
        },
      ),
    [['pattern at /properties/a'], false, 'ok', ['proto']],
  ),
];
