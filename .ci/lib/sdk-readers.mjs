/**
 * Readers of providers' streams: the providers' own packages, and those of the AI SDK. Each gets a stream as an HTTP response in chunks of
 * bytes and returns the calls for the client. `npm run test:engines` installs the packages, which are too large for `npm ci`.
 */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

export const READER_PACKAGES = {
  openai: '6.49.0',
  '@anthropic-ai/sdk': '1.14.0',
  '@google/genai': '2.32.0',
  ollama: '0.6.4',
  'cohere-ai': '8.1.0',
  '@aws-sdk/client-bedrock-runtime': '3.1164.0',
  '@smithy/eventstream-codec': '4.5.2',
  '@ai-sdk/openai': '3.0.141',
  '@ai-sdk/anthropic': '3.0.140',
  '@ai-sdk/google': '3.0.141',
  '@ai-sdk/amazon-bedrock': '4.0.186',
  '@ai-sdk/cohere': '3.0.63',
  '@ai-sdk/openai-compatible': '2.0.92',
};

/**
 * @typedef {Pick<import('../../tests/support/provider-streams/stream.ts').ProviderStream, 'events' | 'calls'>} ProviderStream
 * @typedef {{ id: string | null, name: string, args: unknown }} ReadCall
 * @typedef {(stream: ProviderStream, body: (text?: string) => Response) => Promise<ReadCall[]>} Read
 * @typedef {{ name: string, read: Read, without?: RegExp }} Reader `without`: features of streams that it does not read, or reads
 *   as other than the provider documents
 */

const MESSAGES = [{ role: 'user', content: 'q' }];
const ORIGIN = 'http://127.0.0.1:9';
/** Cohere writes `null` for a call without arguments. */
const parsed = (/** @type {string} */ text) => (text.trim() === '' ? {} : (JSON.parse(text) ?? {}));

/** The AI SDK checks calls against the tools of the request, so each request declares the tools that its stream calls. */
const toolsOf = (/** @type {ProviderStream} */ { calls }) =>
  [...new Set(calls.map(({ name }) => name))].map((name) => ({ type: 'function', name, inputSchema: { type: 'object' } }));

/**
 * The client's calls as a model of the AI SDK gives them.
 * @param {any} model @param {ProviderStream} stream
 */
async function readAi(model, stream) {
  const prompt = [{ role: 'user', content: [{ type: 'text', text: 'q' }] }];
  const { stream: parts } = await model.doStream({ prompt, tools: toolsOf(stream) });
  /** @type {ReadCall[]} */
  const calls = [];
  for await (const part of parts) {
    if (part.type === 'error') throw part.error;
    if (part.type === 'tool-call' && part.providerExecuted !== true)
      calls.push({ id: part.toolCallId, name: part.toolName, args: argumentsOf(parsed(part.input)) });
  }
  return calls;
}

/** Custom tools get a text. */
const argumentsOf = (/** @type {unknown} */ value) => (typeof value === 'string' ? { input: value } : value);

/** Items of the Responses API as calls; kinds without arguments of their own have those of the interface here. */
function responsesCall(/** @type {any} */ item) {
  const { type, call_id: id, name } = item;
  if (type === 'function_call') return [{ id, name, args: parsed(item.arguments) }];
  if (type === 'custom_tool_call') return [{ id, name, args: { input: item.input } }];
  const key = /^(?:shell|local_shell|computer)_call$/.test(type) ? 'action' : type === 'apply_patch_call' ? 'operation' : undefined;
  return key === undefined ? [] : [{ id, name: type.replace(/_call$/, ''), args: { [key]: item[key] } }];
}

/**
 * The readers of each dialect, from packages installed in a folder.
 * @param {string} folder
 * @returns {Promise<Record<string, Reader[]>>}
 */
export async function sdkReaders(folder) {
  const need = createRequire(`${folder}/package.json`);
  const load = async (/** @type {string} */ name) => (await import(pathToFileURL(need.resolve(name)).href)).default ?? need(name);
  const [openai, anthropic, google, cohere, aws] = [
    need('openai'),
    need('@anthropic-ai/sdk'),
    need('@google/genai'),
    need('cohere-ai'),
    need('@aws-sdk/client-bedrock-runtime'),
  ];
  const { EventStreamCodec } = need('@smithy/eventstream-codec');
  const { toUtf8, fromUtf8 } = need('@smithy/core/serde');
  const codec = new EventStreamCodec(toUtf8, fromUtf8);
  const { Ollama } = await load('ollama/browser');
  const ai = Object.fromEntries(
    ['openai', 'anthropic', 'google', 'amazon-bedrock', 'cohere', 'openai-compatible'].map((name) => [name, need(`@ai-sdk/${name}`)]),
  );
  const settings = (/** @type {() => Response} */ body) => ({ apiKey: 'k', baseURL: ORIGIN, maxRetries: 0, fetch: async () => body() });
  return {
    'openai-chat': [
      {
        name: 'openai',
        async read(_, body) {
          const client = new openai.OpenAI({ ...settings(body), dangerouslyAllowBrowser: true });
          const { choices } = await client.chat.completions.stream({ model: 'm', messages: MESSAGES }).finalChatCompletion();
          const { tool_calls = [], function_call: old } = choices[0].message;
          const calls = (tool_calls ?? []).map((/** @type {any} */ { id, function: { name, arguments: text } }) => ({
            id,
            name,
            args: parsed(text),
          }));
          return old ? [...calls, { id: null, name: old.name, args: parsed(old.arguments) }] : calls;
        },
      },
      {
        name: '@ai-sdk/openai-compatible',
        without: /^legacy function_call$/,
        read: (stream, body) =>
          readAi(ai['openai-compatible'].createOpenAICompatible({ name: 'local', ...settings(body) }).chatModel('m'), stream),
      },
    ],
    'openai-responses': [
      {
        name: 'openai',
        async read(_, body) {
          const client = new openai.OpenAI({ ...settings(body), dangerouslyAllowBrowser: true });
          const { output } = await client.responses.stream({ model: 'm', input: 'q' }).finalResponse();
          return output.flatMap(responsesCall);
        },
      },
      // It gives calls as they are completed, and calls of a shell or a patch in a form of its own.
      {
        name: '@ai-sdk/openai',
        without: /^(?:interleaved|.*_call)$/,
        read: (stream, body) => readAi(ai['openai'].createOpenAI(settings(body)).responses('gpt-5'), stream),
      },
    ],
    anthropic: [
      {
        name: '@anthropic-ai/sdk',
        async read(_, body) {
          const client = new anthropic.Anthropic({ ...settings(body), dangerouslyAllowBrowser: true });
          const { content } = await client.messages.stream({ model: 'm', max_tokens: 9, messages: MESSAGES }).finalMessage();
          return content
            .filter((/** @type {any} */ { type }) => type === 'tool_use')
            .map((/** @type {any} */ { id, name, input }) => ({ id, name, args: input }));
        },
      },
      {
        name: '@ai-sdk/anthropic',
        without: /^(?:upload|continued message)$/,
        read: (stream, body) => readAi(ai['anthropic'].createAnthropic(settings(body))('claude-sonnet-4-5'), stream),
      },
    ],
    gemini: [
      {
        name: '@google/genai',
        async read(_, body) {
          const client = new google.GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl: ORIGIN } });
          const own = globalThis.fetch;
          globalThis.fetch = async () => body();
          try {
            /** @type {ReadCall[]} */
            const calls = [];
            for await (const chunk of await client.models.generateContentStream({ model: 'm', contents: 'q' }))
              for (const { id = null, name, args = {} } of chunk.functionCalls ?? []) calls.push({ id, name, args });
            return calls;
          } finally {
            globalThis.fetch = own;
          }
        },
      },
      {
        name: '@ai-sdk/google',
        // It gives every call an id of its own.
        read: async (stream, body) =>
          (await readAi(ai['google'].createGoogleGenerativeAI(settings(body))('gemini-2.5-pro'), stream)).map((call) => ({
            ...call,
            id: null,
          })),
      },
    ],
    ollama: [
      {
        name: 'ollama',
        async read(_, body) {
          /** @type {ReadCall[]} */
          const calls = [];
          const client = new Ollama({ host: ORIGIN, fetch: async () => body() });
          for await (const { message } of await client.chat({ model: 'm', messages: MESSAGES, stream: true }))
            for (const { id = null, function: called } of message.tool_calls ?? [])
              calls.push({ id, name: called.name, args: called.arguments });
          return calls;
        },
      },
    ],
    cohere: [
      {
        name: 'cohere-ai',
        async read(_, body) {
          const client = new cohere.CohereClientV2({ token: 'k', environment: ORIGIN, fetch: async () => body() });
          /** @type {Map<number, { id: string, name: string, text: string }>} */
          const open = new Map();
          for await (const { type, index, delta } of await client.chatStream({ model: 'm', messages: MESSAGES })) {
            const call = delta?.message?.toolCalls;
            if (type === 'tool-call-start') open.set(index, { id: call.id, name: call.function.name, text: call.function.arguments ?? '' });
            const at = open.get(index);
            if (type === 'tool-call-delta' && at) at.text += call.function.arguments;
          }
          return [...open.values()].map(({ id, name, text }) => ({ id, name, args: parsed(text) }));
        },
      },
      { name: '@ai-sdk/cohere', read: (stream, body) => readAi(ai['cohere'].createCohere(settings(body))('command-a-03-2025'), stream) },
    ],
    bedrock: [
      {
        name: '@aws-sdk/client-bedrock-runtime',
        async read(stream, body) {
          const { ConverseStreamCommand, BedrockRuntimeClient } = aws;
          const requestHandler = { handle: async () => ({ response: httpResponse(body(frames(codec, stream))) }), destroy() {} };
          const credentials = { accessKeyId: 'a', secretAccessKey: 's' };
          const client = new BedrockRuntimeClient({ region: 'eu-central-1', credentials, requestHandler, maxAttempts: 1 });
          const { stream: events } = await client.send(new ConverseStreamCommand({ modelId: 'm' }));
          /** @type {Map<number, { id: string, name: string, text: string }>} */
          const open = new Map();
          for await (const { contentBlockStart: start, contentBlockDelta: piece } of events) {
            const use = start?.start?.toolUse;
            if (use) open.set(start.contentBlockIndex, { id: use.toolUseId, name: use.name, text: '' });
            const at = open.get(piece?.contentBlockIndex);
            if (at) at.text += piece.delta.toolUse?.input ?? '';
          }
          return [...open.values()].map(({ id, name, text }) => ({ id, name, args: parsed(text) }));
        },
      },
      {
        name: '@ai-sdk/amazon-bedrock',
        read: (stream, body) => {
          const fetch = async () => body(frames(codec, stream));
          const model = ai['amazon-bedrock'].createAmazonBedrock({ region: 'eu-central-1', apiKey: 'k', baseURL: ORIGIN, fetch })('m');
          return readAi(model, stream);
        },
      },
    ],
  };
}

/** A stream of Bedrock in its binary framing (`application/vnd.amazon.eventstream`), as latin1 text. */
function frames(/** @type {any} */ codec, /** @type {ProviderStream} */ { events }) {
  const text = (/** @type {string} */ value) => ({ type: 'string', value });
  const parts = events.map((event) => {
    const [[name, payload]] = /** @type {[[string, unknown]]} */ (Object.entries(event));
    const headers = { ':event-type': text(name), ':content-type': text('application/json'), ':message-type': text('event') };
    return Buffer.from(codec.encode({ headers, body: Buffer.from(JSON.stringify(payload)) }));
  });
  return Buffer.concat(parts).toString('latin1');
}

/** A response in the form of AWS's handlers. */
const httpResponse = (/** @type {Response} */ response) => ({
  statusCode: response.status,
  headers: Object.fromEntries(response.headers),
  body: response.body,
});
