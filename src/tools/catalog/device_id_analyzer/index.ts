import { defineTool } from '../../definition.ts';
import { LINKAGE_TERMS } from '../terms.ts';
import examples from './examples.json';
import { Input, Output } from './schema.ts';

/** Analyses scans by a browser, which gives ids instead of addresses. */
export const deviceIdAnalyzer = defineTool({
  manifest: {
    name: 'device_id_analyzer',
    version: '1.0.0',
    kebab_name: 'analyze-device-ids',
    title: 'Device id analyzer',
    description:
      'Describes the devices of a Web Bluetooth scan by their opaque ids and estimates which ids follow one another when addresses rotate. For investigation, not proof. Use it on live scans of the browser, which hold no addresses. Not for sniffer captures; bluetooth_address_analyzer uses their addresses. Returns interval, strength, presence and payload per id, likely successors with evidence, and chains.',
    long_description:
      'A browser hands a page an id per device and site, not an address: when a device rotates its address it comes back under another id. The linkage model of the address analyzer scores successors on handover gap, lifetime, payload, name, interval and strength. Without the address its class is unknown, and so is which ids rotate at all. Every id may succeed every other, so the scores are weaker. Browsers pass on only some advertisements, and of their data only the service and manufacturer parts, without iBeacons.',
    background:
      'A browser hides addresses and gives each device it hears an id of its own, which changes when the device changes its address.',
    capabilities: ['device_presence', 'linkage'],
    ...LINKAGE_TERMS,
    tags: ['bluetooth', 'ble', 'live', 'privacy', 'linkage', 'web-bluetooth'],
    error_codes: [{ code: 'INSUFFICIENT_DATA', meaning: 'No row of the selection has a device id.' }],
    preconditions: ['The capture is a scan of the browser’s own Bluetooth, with column device_id.'],
    alternatives: ['bluetooth_address_analyzer'],
    confidence_semantics:
      'confidence and link probabilities are model-based, posterior-like scores conditioned on the advertisements heard and on rpa_rotation_model, weaker than those on addresses; they are not frequentist p-values and must not be read as proof that two ids are one device or one person.',
  },
  input: Input,
  output: Output,
  scope: 'captures',
  redaction: { allow: ['devices', 'likely_successors', 'chains', 'model'] },
  requires: ['captures', 'query', 'kernels'],
  confidence: {
    method: 'device_id_analyzer/mean_link@1',
    // Limit confidence to one half, because nothing shows which ids rotate.
    compute: (inputs) => 0.5 * Number(inputs['mean_link_probability']) * Number(inputs['share_with_enough']),
  },
  postconditions: [
    {
      id: 'chains-are-links',
      description: 'Neighbours of a chain are a shown pair, and no id is in two chains.',
      holds: ({ chains, likely_successors: pairs }) => {
        const shown = new Set(pairs.filter((pair) => pair.shown).map(({ from_id, to_id }) => `${from_id} ${to_id}`));
        const members = chains.flatMap(({ device_ids }) => device_ids);
        // If the list of pairs was cut, the links of a chain may be missing from it, so the chain is not checked.
        const linked = chains.every(({ device_ids }) =>
          device_ids.slice(1).every((id, at) => pairs.length === 2000 || shown.has(`${device_ids[at]!} ${id}`)),
        );
        return linked && new Set(members).size === members.length;
      },
    },
  ],
  examples: examples['1.0.0'],
  // Import the code at the first call, so that the page starts without it.
  run: async (args, _context, capabilities) => (await import('./run.ts')).run(args, capabilities),
});
