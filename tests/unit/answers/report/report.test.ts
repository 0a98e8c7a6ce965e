import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CaptureInfo } from '../../../../src/tables/captures.ts';
import type { ToolResult } from '../../../../src/tools/contract/index.ts';
import type { Finding, Secrets } from '../../../../src/answers/report/finding.ts';
import { renderReport } from '../../../../src/answers/report/report.ts';
import { STYLE } from '../../../../src/answers/report/style.ts';
import { gatherSecrets } from '../../../../src/core/results/secrets.ts';
import { analyzerResult } from '../../../support/fake-data.ts';
import { fixture, SAMPLE } from '../../../support/fixtures.ts';
import { type NodeWorkbench, nodeWorkbench } from '../../../support/node-workbench.ts';

/** Real results over a capture of four phones with names and over a roof-top capture with names that were received damaged. */
const CLOCK = Date.UTC(2026, 3, 3, 8);
const COLUMNS = { advertiser_addr: 'advertiser_addr', initiator_addr: 'initiator_addr', scanner_addr: 'scanner_addr' };
/** Every form in which a query may spell names and addresses. */
const SPELLED = `SELECT advertiser_addr, lower(advertiser_addr) AS low, replace(advertiser_addr, ':', '-') AS dashed,
  replace(advertiser_addr, ':', '') AS bare, array_to_string(list_reverse(string_split(advertiser_addr, ':')), '') AS reversed,
  lower(array_to_string(list_reverse(string_split(advertiser_addr, ':')), ':')) AS turned, local_name, upper(local_name) AS loud,
  'seen ' || coalesce(local_name, '-') || ' at ' || advertiser_addr AS told, hex(adv_data) AS payload, adv_data
  FROM CAPTURE WHERE advertiser_addr IS NOT NULL GROUP BY ALL ORDER BY ALL LIMIT 300`;

let workbench: NodeWorkbench;
let phones: CaptureInfo;
let roof: CaptureInfo;
let secrets: Secrets;
const findings = new Map<string, Finding>();

async function ask(
  name: string,
  capture: CaptureInfo,
  tool: string,
  version: string,
  args: Readonly<Record<string, unknown>>,
): Promise<ToolResult> {
  const result = await workbench.run({ tool, version, captures: [capture], arguments: args });
  expect([name, result.status, result.errors]).toEqual([name, result.status === 'partial' ? 'partial' : 'ok', []]);
  const invocation = { tool_name: tool, tool_version: version, capture_selection: { capture_ids: [capture.capture_id] }, arguments: args };
  findings.set(name, {
    title: name,
    note: '',
    tool_title: name,
    result,
    invocation,
    captures: [capture],
    verdicts: [],
    notes: [],
    names: [],
    audit_head: 'a'.repeat(64),
    workbench: { version: '0.0.0', commit: 'test' },
    made_ms: CLOCK,
  });
  return result;
}

const finding = (name: string): Finding => {
  const found = findings.get(name);
  if (found === undefined) throw new Error(`no finding ${name}`);
  return found;
};

beforeAll(async () => {
  workbench = await nodeWorkbench(() => CLOCK);
  phones = await workbench.openFile(SAMPLE);
  roof = await workbench.openFile(fixture('hackrf/adv38.pcap'));
  const query = (sql: string, options = {}) => workbench.engine.query(sql, options);
  secrets = await gatherSecrets({ query, keyNames: () => [], tools: () => workbench.runner.catalog() }, [phones, roof]);
  const analyzed = await ask('analyzer', phones, 'bluetooth_address_analyzer', '1.4.0', {
    address_columns: COLUMNS,
    analysis_mode: 'both',
    linkage_window_s: 3600,
    min_observation_count: 25,
    rpa_rotation_model: 'spec_default',
  });
  const classified = (analyzed.structured_output?.['address_classification'] ?? []) as readonly { address: string }[];
  const addresses = classified.map(({ address }) => address).slice(0, 4);
  await ask('privacy-audit', phones, 'rotation_privacy_audit', '1.0.0', { addresses });
  await ask('regression', phones, 'statistical_regression_tool', '1.3.0', {
    operation: 'linear_regression',
    target: 'rssi',
    features: ['channel', 'length'],
    max_rows: 120,
  });
  await ask('anova', phones, 'anova_tool', '1.2.0', { response: 'rssi', factors: ['channel'], post_hoc: ['tukey_kramer'] });
  await ask('summary', phones, 'summary_stats_tool', '1.0.0', { columns: ['rssi', 'length'] });
  await ask('overview', phones, 'capture_overview', '1.0.0', {});
  await ask('query', roof, 'capture_query', '1.1.0', { sql: SPELLED.replace('CAPTURE', roof.capture_id) });
});
afterAll(() => workbench.close());

const digits = (address: string): string => address.replaceAll(':', '');
const turned = (address: string): string => address.split(':').reverse().join(':');
/** Every notation of an address, and a name, that a reader could search for. */
const formsOf = (address: string): string[] =>
  [address, turned(address)]
    .flatMap((each) => [each, each.replaceAll(':', '-'), digits(each)])
    .flatMap((each) => [each, each.toLowerCase()]);
const nameForms = (name: string): string[] => {
  const hex = Buffer.from(name, 'utf8').toString('hex');
  return [name, JSON.stringify(name).slice(1, -1), ...(hex.length >= 12 ? [hex] : [])].map((each) => each.toLowerCase());
};

const fixed: Readonly<Record<string, unknown>> = {
  executionTime: 12,
  toolTime: 10,
  startedAtMs: CLOCK,
  result_hash: 'd'.repeat(64),
  schemaHash: 'b'.repeat(64),
  kernels_sha256: 'c'.repeat(64),
};
/** The parts that differ between two runs, or between builds. */
const settled = (given: Finding): Finding => ({
  ...given,
  result: { ...given.result, tool_call_id: 'call', metadata: { ...given.result.metadata, ...fixed } },
});

/** The analyzer's answer is a fixture, because other tests cover what the model finds in a capture, and that changes with the model. */
const answered = (name: string): Finding => {
  const given = settled(finding(name));
  if (name !== 'analyzer') return given;
  const { agentHints, ...result } = given.result;
  const { structured_output } = analyzerResult();
  const fixture = { summary: 'Linked.', warnings: [], agentHints: { ...agentHints, riskFactors: [] }, confidence: 0.9, structured_output };
  return { ...given, result: { ...result, ...fixture } };
};

describe('a masked report', () => {
  test('stays readable if devices are named like members and values of a result', () => {
    const given = finding('analyzer');
    const names = ['metadata', 'structured_output', 'Status', 'OK', 'from_address', 'clusters', 'summary', 'rpa'];
    expect(names.filter((name) => !secrets.contract.has(name.toLowerCase()))).toEqual([]);
    const plain = renderReport(given, secrets);
    expect(renderReport(given, { ...secrets, names: [...secrets.names, ...names] })).toBe(plain);
  });

  test.each(['analyzer', 'privacy-audit', 'regression', 'anova', 'summary'])('of %s is what it was', async (name) => {
    const page = renderReport(answered(name), secrets).replace(STYLE, '');
    await expect(page).toMatchFileSnapshot(`../../../golden/report/${name}.html`);
  });

  test.each(['analyzer', 'privacy-audit', 'regression', 'anova', 'summary', 'overview', 'query'])('of %s hides names', (name) => {
    const given = finding(name);
    const told = `${secrets.names.join(' and ')}: ${secrets.addresses.map(({ address }) => formsOf(address).join(' ')).join(', ')}`;
    const [first, second] = secrets.addresses;
    const verdict = {
      from_address: first?.address ?? '',
      to_address: second?.address ?? '',
      verdict: 'confirmed' as const,
      note: told,
      tool_call_id: 'x',
    };
    const notes = [{ capture_id: given.captures[0]?.capture_id ?? '', about: 'packet 17', text: told }];
    const page = renderReport({ ...given, title: `About ${told}`.slice(0, 500), note: told, verdicts: [verdict], notes }, secrets);
    const plain = page
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
      .toLowerCase();
    const names = secrets.names.filter((each) => each.length > 2);
    expect(names.length).toBeGreaterThan(12);
    expect(secrets.addresses.length).toBeGreaterThan(100);
    expect(secrets.addresses.flatMap(({ address }) => formsOf(address)).filter((form) => plain.includes(form.toLowerCase()))).toEqual([]);
    expect(names.flatMap(nameForms).filter((form) => plain.includes(form))).toEqual([]);
    expect(page).toContain('packet 17');
    expect(page).not.toContain(given.captures[0]?.file_name);
    expect(page).toContain(given.captures[0]?.sha256);
    expect(page).toContain(given.result.metadata.result_hash);
  });

  test('has one pseudonym with the class for each address, wherever it occurs', () => {
    const page = renderReport(finding('analyzer'), secrets);
    const [first] = secrets.addresses.filter(
      ({ address, type }) => type === 'rpa' && JSON.stringify(finding('analyzer').result).includes(address),
    );
    const forms = formsOf(first?.address ?? '');
    const note = renderReport({ ...finding('analyzer'), note: forms.slice(0, 6).join(' | ') }, secrets);
    expect(/<p class="note">(RPA_\d+)(?: \| \1){5}<\/p>/.exec(note)).not.toBeNull();
    expect(page).toMatch(/RPA_\d+ → RPA_\d+/);
  });

  test('has a pseudonym for each name and address in an answer of megabytes', () => {
    const crowd = Array.from({ length: 5000 }, (_, at) => {
      const address = `C0:FF:EE:00:${(at >> 8).toString(16).padStart(2, '0')}:${(at & 255).toString(16).padStart(2, '0')}`.toUpperCase();
      // Many rows of digits without an address: a slow search would look for every address in each.
      return {
        address,
        name: `Device ${String(at)}`,
        told: `${'seen again '.repeat(20)}${turned(address)}`,
        data: `77${String(at).padStart(18, '0')}`,
      };
    });
    const given = finding('overview');
    const result = { ...given.result, structured_output: { crowd } };
    const known = {
      addresses: crowd.map(({ address }) => ({ address, type: 'random_static' as const })),
      names: crowd.map(({ name }) => name),
      words: [],
      contract: new Set<string>(),
    };
    const page = renderReport({ ...given, result }, known);
    const rows = [
      ...page.matchAll(/>STATIC_(\d+)<\/td>\s*<td class="\w*">Name (\d+)<\/td>\s*<td class="\w*">(?:seen again ){20}STATIC_(\d+)<\/td>/g),
    ];
    expect(rows.map(([, ...numbers]) => numbers)).toEqual(Array.from({ length: 400 }, (_, at) => [1, 2, 3].map(() => String(at + 1))));
    expect(page).toContain('77000000000000000399');
    expect(page).not.toMatch(/Device \d|C0:FF:EE|EE:FF:C0/i);
  });
});

describe('every report', () => {
  test('runs nothing, loads nothing, and escapes hostile text', () => {
    const hostile = `</style><script>alert(1)</script><img src=x onerror=alert(1)> \u202eevil "' onload=`;
    const given = finding('overview');
    const output = { ...given.result.structured_output, [hostile]: hostile, rows: [[hostile]], list: [{ [hostile]: hostile }] };
    const result = { ...given.result, summary: hostile, structured_output: output, warnings: [{ code: 'X', message: hostile }] };
    const page = renderReport({ ...given, title: hostile, note: hostile, invocation: { [hostile]: [hostile] }, result }, null);
    expect(page).toContain(`content="default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;; img-src data:;`);
    expect(page).not.toMatch(/<script|<img|\u202e/);
    expect(page.match(/<\/style>/g)).toHaveLength(1);
    expect(page).not.toMatch(/<[^>]*\s(?:src|href|on\w+)=/);
    // No tag other than those of the renderer.
    const tags = new Set([...page.matchAll(/<([a-z!][a-z0-9]*)/g)].map(([, tag]) => tag));
    const known =
      '!doctype html head meta title style body header h1 h2 h3 p code main section ul li dl dt dd table caption thead tbody tr th td div span pre strong footer figure figcaption svg g line rect circle text';
    expect([...tags].filter((tag) => !known.split(' ').includes(tag ?? ''))).toEqual([]);
  });

  test('shows names and addresses if the person chose that', () => {
    const page = renderReport(finding('analyzer'), null);
    const address = /"address":"([^"]+)"/.exec(JSON.stringify(finding('analyzer').result))?.[1] ?? 'none';
    expect(page).toContain(address);
    expect(page).toContain('chamber_four_phones.pcapng');
    expect(page).toContain('never proof of identity');
    expect(page).toContain(finding('analyzer').result.metadata.result_hash);
    expect(page).toContain('a'.repeat(64));
  });
});
