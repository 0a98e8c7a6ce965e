import type { ToolManifest } from '../tools/contract/index.ts';
import { isRecord } from '../tools/contract/json-schema.ts';
import { tokensOf } from './schema-totals.ts';
import { definitionsIn } from './definitions.ts';
import { encode } from './encode.ts';
import { wholeSchema } from './parameters.ts';
import type { Dialect } from './record.ts';

/**
 * Describes a tool in two lines of plain text, for prompts and for the first stage of a two-stage choice (S3-2.38, S3-2.44): its name with
 * its parameters (`?` follows optional ones), and the first sentence of its description.
 */
export function briefText(tool: ToolManifest): string {
  const schema = wholeSchema(tool);
  const required = new Set(Array.isArray(schema['required']) ? (schema['required'] as readonly string[]) : []);
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const parameters = Object.entries(properties).map(([name, node]) => `${name}${required.has(name) ? '' : '?'}: ${typeText(node)}`);
  return `${tool.name}(${parameters.join(', ')})\n  ${firstSentence(tool.description)}`;
}

const firstSentence = (text: string): string => /^.*?[.](?=\s|$)/s.exec(text)?.[0] ?? text;

function typeText(node: unknown): string {
  if (!isRecord(node)) return 'any';
  const { enum: values, type } = node;
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join('|');
  if (type === 'array') return `${typeText(node['items'])}[]`;
  return typeof type === 'string' ? type : 'any';
}

export interface ToolSize {
  readonly name: string;
  /** Estimated tokens of the tool's definition in the dialect. */
  readonly full: number;
  /** Estimated tokens of the two lines that describe the tool. */
  readonly brief: number;
}

/** How many tokens each tool takes in a model's context, largest first. */
export function sizesOf(dialect: Dialect, tools: readonly ToolManifest[]): readonly ToolSize[] {
  return tools
    .map((tool) => ({
      name: tool.name,
      full: tokensOf(JSON.stringify(definitionsIn(encode(dialect, [tool])))),
      brief: tokensOf(briefText(tool)),
    }))
    .sort((a, b) => b.full - a.full);
}
