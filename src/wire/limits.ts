import type { Dialect } from './record.ts';

/** A limit of a provider, the page that states it, and the day on which the page was read. */
export interface Figure<T = number> {
  readonly value: T;
  readonly source: string;
  readonly read: string;
}

/** Limits of schemas whose form the provider enforces. Totals are over all strict tools of one request. */
export interface StrictLimits {
  readonly keywords: Figure<ReadonlySet<string>>;
  /** Largest `minItems`; larger ones move to the description. */
  readonly minItems?: Figure;
  /** What a `pattern` must not contain; other patterns move to the description. */
  readonly pattern?: Figure<RegExp>;
  /** Whether every property is required and optional ones may be null instead. */
  readonly allRequired: Figure<boolean>;
  /** Most strict tools. */
  readonly tools?: Figure;
  /** Most properties that are not required, in all strict tools. */
  readonly optional?: Figure;
  /** Most properties with `anyOf` or several types, in all strict tools. */
  readonly unions?: Figure;
  /** Most properties, and levels of objects, in one schema. */
  readonly properties?: Figure;
  readonly depth?: Figure;
  /** Most values of all enums, and characters of all names and values, in one schema. */
  readonly enumValues?: Figure;
  readonly characters?: Figure;
}

export interface Limits {
  readonly name: Figure<RegExp>;
  /** Names of properties in a schema. */
  readonly property?: Figure<RegExp>;
  /** Most characters of a description. */
  readonly description?: Figure;
  /** Most tools in one request, deferred ones included. */
  readonly tools?: Figure;
  /** Keywords of a schema that is not strict; all of them if absent. */
  readonly keywords?: Figure<ReadonlySet<string>>;
  /** Absent if the dialect has no strict form, or none that these tools can use. */
  readonly strict?: StrictLimits;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const on =
  (read: string, source: string) =>
  <T>(value: T): Figure<T> => ({ value, source, read });

const openAiSpec = on('2026-11-26', 'https://github.com/openai/openai-openapi (FunctionObject, CreateChatCompletionRequest)');
/** Stated for the API on Azure. OpenAI's own names the figure only in its error `string_above_max_length`, and newer models take more. */
const openAiOnAzure = on('2026-11-27', 'https://learn.microsoft.com/en-us/azure/foundry/openai/how-to/function-calling');
const openAiStrict = on('2026-11-26', 'https://developers.openai.com/api/docs/guides/structured-outputs#supported-schemas');
const claudeStrict = on('2026-11-26', 'https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations');
const claudeTools = on('2026-11-26', 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools');
const claudeSearch = on('2026-11-26', 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool#limits');
/** No page states it: the API's own error `Property keys should match pattern`, which the provider's engineers reproduce there. */
const claudeErrors = on('2026-11-27', 'https://github.com/anthropics/claude-code/issues/79418');
const gemini = on('2026-11-26', 'https://ai.google.dev/api/caching#FunctionDeclaration');
const geminiSchema = on('2026-11-26', 'https://ai.google.dev/api/caching#Schema');
/** From the provider's description of the API, as its client contains it. */
const geminiTool = on(
  '2026-11-27',
  'https://github.com/googleapis/google-api-nodejs-client/blob/main/src/apis/firebaseml/v2beta.ts (GoogleCloudAiplatformV1beta1Tool)',
);
const bedrock = on('2026-11-26', 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolSpecification.html');
const cohere = on('2026-11-26', 'https://docs.cohere.com/v1/reference/chat (Tool.name)');
const ollama = on('2026-11-26', 'https://docs.ollama.com/capabilities/tool-calling (no rule of its own; OpenAI compatibility)');
const mcp = on('2026-11-26', 'https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-names');
const webMcp = on('2026-11-26', 'https://webmachinelearning.github.io/webmcp/#dom-modelcontext-registertool');

const openAi: Limits = {
  name: openAiSpec(/^[a-zA-Z0-9_-]{1,64}$/),
  description: openAiOnAzure(1024),
  tools: openAiSpec(128),
  strict: {
    keywords: openAiStrict(
      words(
        'type properties required additionalProperties items anyOf enum const description $ref $defs pattern format multipleOf minimum maximum exclusiveMinimum exclusiveMaximum minItems maxItems',
      ),
    ),
    allRequired: openAiStrict(true),
    properties: openAiStrict(5000),
    depth: openAiStrict(10),
    enumValues: openAiStrict(1000),
    characters: openAiStrict(120_000),
  },
};

/** What each provider takes. Encoders and the checker in the tests read the same figures. */
export const LIMITS: Readonly<Record<Dialect, Limits>> = {
  'openai-chat': openAi,
  'openai-responses': openAi,
  anthropic: {
    name: claudeTools(/^[a-zA-Z0-9_-]{1,128}$/),
    property: claudeErrors(/^[a-zA-Z0-9_.-]{1,64}$/),
    tools: claudeSearch(10_000),
    strict: {
      keywords: claudeStrict(
        words(
          'type properties required additionalProperties items anyOf allOf enum const description $ref $defs pattern format default minItems',
        ),
      ),
      minItems: claudeStrict(1),
      // The page refuses back references, look-around, word boundaries and "large ranges"; three digits are taken as large here.
      pattern: claudeStrict(/\\[1-9bB]|\(\?[=!<]|\{\d*,?\d{3,}\}/),
      allRequired: claudeStrict(false),
      tools: claudeStrict(20),
      optional: claudeStrict(24),
      unions: claudeStrict(16),
    },
  },
  gemini: {
    name: gemini(/^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/),
    property: gemini(/^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/),
    tools: geminiTool(512),
    keywords: geminiSchema(
      words(
        'type properties required additionalProperties items anyOf enum description nullable format pattern minItems maxItems minimum maximum minLength maxLength minProperties maxProperties',
      ),
    ),
  },
  // The strict form of Converse exists for some models only.
  bedrock: { name: bedrock(/^[a-zA-Z0-9_-]{1,64}$/) },
  // `strict_tools` wants a required parameter in every tool and at most 200 fields in all; this catalog has tools without and more fields.
  cohere: { name: cohere(/^[a-zA-Z_][a-zA-Z0-9_]*$/) },
  ollama: { name: ollama(/^[a-zA-Z0-9_-]{1,64}$/) },
  mcp: { name: mcp(/^[A-Za-z0-9_.-]{1,128}$/) },
  webmcp: {
    name: webMcp(/^[A-Za-z0-9_.-]{1,128}$/),
    keywords: webMcp(
      words(
        'type properties required additionalProperties items anyOf enum const description pattern minItems maxItems minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength',
      ),
    ),
  },
};

/** Most characters of a description that every dialect takes: they share one text. */
export const LONGEST_DESCRIPTION = Math.min(...Object.values(LIMITS).flatMap(({ description }) => description?.value ?? []));
