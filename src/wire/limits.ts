import type { Dialect } from './record.ts';

/** A limit of a provider, with the page that states it and the day on which that page was read. */
export interface Figure<T = number> {
  readonly value: T;
  readonly source: string;
  readonly read: string;
}

/** Limits of schemas that the provider enforces (strict tools). Totals count all strict tools of one request together. */
export interface StrictLimits {
  readonly keywords: Figure<ReadonlySet<string>>;
  /** Maximum value of `minItems`; a larger one is moved to the description. */
  readonly minItems?: Figure;
  /** Matches patterns that the provider rejects as a `pattern`; those are moved to the description. */
  readonly pattern?: Figure<RegExp>;
  /** Whether every property must be required; optional ones are then written as nullable. */
  readonly allRequired: Figure<boolean>;
  /** Maximum number of strict tools. */
  readonly tools?: Figure;
  /** Maximum number of properties that are not required, in all strict tools together. */
  readonly optional?: Figure;
  /** Maximum number of properties with `anyOf` or several types, in all strict tools together. */
  readonly unions?: Figure;
  /** Maximum number of properties in one schema; `depth` is the maximum number of levels of objects. */
  readonly properties?: Figure;
  readonly depth?: Figure;
  /** Maximum number of values of all enums in one schema; `characters` limits the length of all names and values together. */
  readonly enumValues?: Figure;
  readonly characters?: Figure;
  /** Limits the length of all values of one enum that has more than so many. */
  readonly longEnum?: Figure<{ readonly values: number; readonly characters: number }>;
}

export interface Limits {
  readonly name: Figure<RegExp>;
  /** What names of properties in a schema must match. */
  readonly property?: Figure<RegExp>;
  /** Maximum number of characters of a description. */
  readonly description?: Figure;
  /** Maximum number of tools in one request, including deferred ones. */
  readonly tools?: Figure;
  /** Maximum number of bytes of a request. Tools get half of it here, because the conversation needs the rest. */
  readonly bytes?: Figure;
  /** The smallest context of the models that take tools, in tokens. Tools that are not deferred get half of it here. */
  readonly context?: Figure;
  /** Tokens of context that a server has unless it is set up otherwise; larger tools are a warning. */
  readonly usualContext?: Figure;
  /** Keywords that a schema may have if the tool is not strict; all of them if absent. */
  readonly keywords?: Figure<ReadonlySet<string>>;
  /** Absent if the dialect has no strict form, or none that tools of this catalog can use. */
  readonly strict?: StrictLimits;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const on =
  (read: string, source: string) =>
  <T>(value: T): Figure<T> => ({ value, source, read });

const openAiSpec = on('2026-11-26', 'https://github.com/openai/openai-openapi (FunctionObject, CreateChatCompletionRequest)');
/** States the limit for the API on Azure. OpenAI names it only in its error `string_above_max_length`, and newer models accept more. */
const openAiOnAzure = on('2026-11-27', 'https://learn.microsoft.com/en-us/azure/foundry/openai/how-to/function-calling');
const openAiStrict = on('2026-11-26', 'https://developers.openai.com/api/docs/guides/structured-outputs#supported-schemas');
/** The page of the first line is OpenAI's own; this one restates its rule for long enums. */
const openAiProfile = on('2026-11-27', 'https://jsonschemaprofiles.unitvectorylabs.com/schemas/openai (Limits)');
const claudeStrict = on('2026-11-26', 'https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations');
const claudeTools = on('2026-11-26', 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools');
const claudeSearch = on('2026-11-26', 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool#limits');
/** No page states this limit. In this issue, the provider's engineers reproduce the API's error `Property keys should match pattern`. */
const claudeErrors = on('2026-11-27', 'https://github.com/anthropics/claude-code/issues/79418');
const claudeSizes = on('2026-11-27', 'https://platform.claude.com/docs/en/api/errors#request-size-limits');
const claudeContext = on('2026-11-27', 'https://support.claude.com/ja/articles/8606395');
/** The smallest of the stated sizes; Google's own endpoint takes more. */
const geminiSizes = on('2026-11-27', 'https://firebase.google.com/docs/ai-logic/solutions/cloud-storage');
const gemini = on('2026-11-26', 'https://ai.google.dev/api/caching#FunctionDeclaration');
const geminiSchema = on('2026-11-26', 'https://ai.google.dev/api/caching#Schema');
/** Source of limits: the provider's description of the API, as its client library contains it. */
const geminiTool = on(
  '2026-11-27',
  'https://github.com/googleapis/google-api-nodejs-client/blob/main/src/apis/firebaseml/v2beta.ts (GoogleCloudAiplatformV1beta1Tool)',
);
const bedrock = on('2026-11-26', 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolSpecification.html');
/** States it for the models of Anthropic; no page states another size for Converse. */
const bedrockSizes = on(
  '2026-11-27',
  'https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages-request-response.html',
);
const cohereContext = on('2026-11-27', 'https://docs.oracle.com/en-us/iaas/Content/generative-ai/cohere-command-r-08-2024.htm');
const ollamaContext = on('2026-11-27', 'https://github.com/ollama/ollama/blob/main/docs/context-length.mdx');
const cohere = on('2026-11-26', 'https://docs.cohere.com/v1/reference/chat (Tool.name)');
const ollama = on('2026-11-26', 'https://docs.ollama.com/capabilities/tool-calling (no rule of its own; OpenAI compatibility)');
const mcp = on('2026-11-26', 'https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-names');
const webMcp = on('2026-11-26', 'https://webmachinelearning.github.io/webmcp/#dom-modelcontext-registertool');

/** OpenAI states no size of a request, and contexts only of single models. */
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
    longEnum: openAiProfile({ values: 250, characters: 15_000 }),
  },
};

/** What each provider accepts. The encoders use these figures, and so does the checker in the tests. */
export const LIMITS: Readonly<Record<Dialect, Limits>> = {
  'openai-chat': openAi,
  'openai-responses': openAi,
  anthropic: {
    name: claudeTools(/^[a-zA-Z0-9_-]{1,128}$/),
    property: claudeErrors(/^[a-zA-Z0-9_.-]{1,64}$/),
    tools: claudeSearch(10_000),
    bytes: claudeSizes(32_000_000),
    context: claudeContext(200_000),
    strict: {
      keywords: claudeStrict(
        words(
          'type properties required additionalProperties items anyOf allOf enum const description $ref $defs pattern format default minItems',
        ),
      ),
      minItems: claudeStrict(1),
      // The page rejects back references, look-around, word boundaries and "large ranges"; here, ranges of three digits are large.
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
    bytes: geminiSizes(20_000_000),
    keywords: geminiSchema(
      words(
        'type properties required additionalProperties items anyOf enum description nullable format pattern minItems maxItems minimum maximum minLength maxLength minProperties maxProperties',
      ),
    ),
  },
  // No strict form, because Converse has it only for some models.
  bedrock: { name: bedrock(/^[a-zA-Z0-9_-]{1,64}$/), bytes: bedrockSizes(20_000_000) },
  // No strict form: `strict_tools` needs a required parameter in each tool and at most 200 fields in all, which this catalog exceeds.
  cohere: { name: cohere(/^[a-zA-Z_][a-zA-Z0-9_]*$/), context: cohereContext(128_000) },
  ollama: { name: ollama(/^[a-zA-Z0-9_-]{1,64}$/), usualContext: ollamaContext(4096) },
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

/** Maximum length of a description that every dialect accepts, because all dialects get the same text. */
export const LONGEST_DESCRIPTION = Math.min(...Object.values(LIMITS).flatMap(({ description }) => description?.value ?? []));
