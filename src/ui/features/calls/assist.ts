import { type JsonSchema, nodeAt, type ToolManifest } from '../../../tools/contract/index.ts';
import type { AppState } from '../../state/app.svelte.ts';
import type { JsonAssist, JsonPlace, Suggestion } from '../../kit/json-assist.ts';
import { limitsOf } from '../catalog/schema-rows.ts';
import { fieldOf, firstValue, membersOf } from '../../state/call-fields.ts';
import { channelOffers, columnOffers, manifestOf, namedCaptures } from '../../state/pickers.ts';

/** Completion and help for the JSON of a call, from the schemas and the open captures. */
export function callAssist(app: AppState): JsonAssist {
  const envelope = app.port.catalog.envelope();
  /** The last value that could be parsed: while a person types, the text is seldom complete. */
  let last: unknown;
  const call = (): unknown => (last = app.invocation.parsed.partial ?? last);
  const manifest = (): ToolManifest | undefined => manifestOf(call(), app.port.catalog.versions());
  const schemaAt = (path: JsonPlace['path']): JsonSchema | undefined => {
    const [root, ...rest] = path;
    if (root !== 'arguments' || rest.length === 0) return root === 'arguments' ? (manifest()?.input_schema ?? {}) : nodeAt(envelope, path);
    return nodeAt(manifest()?.input_schema ?? {}, rest);
  };
  const captures = () => namedCaptures(call(), app.workbench.captures);

  function valuesAt(path: JsonPlace['path'], node: JsonSchema): readonly Suggestion[] {
    const own = path.filter((step) => typeof step === 'string');
    if (path.length === 1 && own[0] === 'tool_name')
      return app.port.tools().map(({ name, title }) => ({ text: JSON.stringify(name), detail: title }));
    if (path.length === 1 && own[0] === 'tool_version') {
      const name = manifest()?.name;
      return app.port.catalog
        .versions()
        .filter((each) => each.name === name)
        .map(({ version }) => ({ text: JSON.stringify(version) }));
    }
    if (own[0] === 'capture_selection' && own.at(-1) === 'channels')
      return channelOffers(captures()).map((text) => ({ text: JSON.stringify(text) }));
    const kind = own.at(-1) === 'capture_ids' ? ({ kind: 'capture' } as const) : fieldOf(String(own.at(-1)), node);
    switch (kind.kind) {
      case 'choice':
        return kind.values.map((value) => ({ text: JSON.stringify(value) }));
      case 'column':
        return columnOffers(captures(), kind.numeric).flatMap(({ value, detail, fits }) =>
          fits ? [{ text: JSON.stringify(value), detail }] : [],
        );
      case 'capture':
        return app.workbench.captures.map(({ capture_id, file_name }) => ({ text: JSON.stringify(capture_id), detail: file_name }));
      case 'address':
        return app.selection.data.addresses.map((address) => ({ text: JSON.stringify(address), detail: 'selected' }));
      default: {
        const examples: readonly unknown[] = Array.isArray(node['examples']) ? node['examples'] : [];
        const known = node['default'] === undefined ? [] : [{ text: JSON.stringify(node['default']), detail: 'default' }];
        return [
          ...known,
          ...examples
            .filter((each) => JSON.stringify(each) !== known[0]?.text)
            .map((each) => ({ text: JSON.stringify(each), detail: 'example' })),
        ];
      }
    }
  }

  return {
    suggest({ path, at, taken }) {
      const node = schemaAt(path);
      if (node === undefined) return [];
      if (at === 'value') return valuesAt(path, node);
      return membersOf(node)
        .filter(({ name }) => !taken.includes(name))
        .map(({ name, node: own, required }) => ({
          text: name,
          value: JSON.stringify(firstValue(own)),
          detail: required ? 'required' : unitOf(own),
          info: wordsOf(own),
        }));
    },
    describe(path) {
      const node = path.length === 0 ? undefined : schemaAt(path);
      const words = node === undefined ? '' : wordsOf(node);
      return words === '' ? '' : `${String(path.findLast((step) => typeof step === 'string') ?? '')}: ${words}`;
    },
  };
}

const unitOf = (node: JsonSchema): string => (typeof node['x-unit'] === 'string' && node['x-unit'] !== 'unitless' ? node['x-unit'] : '');

function wordsOf(node: JsonSchema): string {
  const limits = limitsOf(node);
  const unit = unitOf(node);
  const words = typeof node['description'] === 'string' ? node['description'] : '';
  return `${words}${limits === '' ? '' : ` ${limits.charAt(0).toUpperCase()}${limits.slice(1)}${unit === '' ? '' : ` ${unit}`}.`}`.trim();
}
