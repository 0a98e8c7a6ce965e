import { isRecord } from '../../../src/base/record.ts';
import { functionName, refuse, textIn, type AgentCase, type GivenFunction } from './cases.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * Cases of a promptfoo configuration as JSON: each test with each prompt, whose `{{name}}` are replaced by its variables. Tools are those of
 * the first provider that has some. Assertions that run code or ask a model, and values in other files, are refused.
 */
export function promptfooCases(config: Members): readonly AgentCase[] {
  const shared = config['defaultTest'];
  const functions = functionsOf(config['providers']);
  const prompts = listOf('prompts', config['prompts'] ?? ['{{question}}']);
  return listOf('tests', config['tests']).flatMap((test, at) =>
    prompts.map((prompt, nth) => {
      const name = isRecord(test) && typeof test['description'] === 'string' ? test['description'] : `test ${String(at)}`;
      const id = prompts.length > 1 ? `${name}, prompt ${String(nth)}` : name;
      const [base, own] = [membersOf(id, shared ?? {}), membersOf(id, test)];
      const vars = { ...membersOf(id, base['vars'] ?? {}), ...membersOf(id, own['vars'] ?? {}) };
      const asserted = [...listOf(id, base['assert'] ?? []), ...listOf(id, own['assert'] ?? [])];
      if (base['threshold'] !== undefined || own['threshold'] !== undefined) refuse(`expected no threshold of the test ${id}`);
      if (asserted.length === 0) refuse(`expected assertions in ${id}, found none`);
      return {
        id,
        question: filled(id, prompt, vars),
        steps: 1,
        ...(functions.length > 0 && { functions }),
        checks: asserted.map((assertion) => checkOf(id, assertion)),
      };
    }),
  );
}

const listOf = (place: string, value: unknown): readonly unknown[] =>
  Array.isArray(value)
    ? (value as readonly unknown[])
    : refuse(`expected a list in ${place}, found another value; other files are not read`);

/** Members that promptfoo executes. */
const CODE = ['transform', 'contextTransform', 'assertScoringFunction', 'provider', 'options', 'functionToolCallbacks'];

function membersOf(id: string, value: unknown): Members {
  if (!isRecord(value)) return refuse(`expected an object in ${id}, found another value; other files are not read`);
  const code = CODE.find((key) => value[key] !== undefined);
  return code === undefined ? value : refuse(`expected no ${code} in ${id}, because code of cases is not run`);
}

function filled(id: string, prompt: unknown, vars: Members): string {
  if (typeof prompt !== 'string' || isElsewhere(prompt) || /^\S+\.\w{1,5}$/.test(prompt) || prompt.includes('{%'))
    return refuse(`expected a text with variables as prompt of ${id}, found another value; other files are not read`);
  return prompt.replaceAll(/\{\{\s*([^}]*?)\s*\}\}/g, (_, name: string) => {
    const value = Object.hasOwn(vars, name) ? vars[name] : undefined;
    if (typeof value === 'string' && !isElsewhere(value)) return value;
    return typeof value === 'number' ? String(value) : refuse(`expected a text or number as variable ${name} of ${id}`);
  });
}

const isElsewhere = (text: string): boolean => /^(?:file|package|https?|exec|python):/.test(text.trim());

type Check = (value: unknown, assertion: Members) => unknown;

/** The text that promptfoo compares: YAML reads some texts as numbers or booleans. */
const textOf = (value: unknown): string =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : refuse('expected texts as values of an assertion');

const each = (operator: string, value: unknown): readonly unknown[] =>
  (Array.isArray(value)
    ? value
    : textOf(value)
        .split(',')
        .map((part) => part.trim())
  ).map((item: unknown) => ({ [operator]: textOf(item) }));

const CHECKS: Readonly<Record<string, Check>> = {
  'is-valid-openai-tools-call': () => ({ valid: true }),
  'is-valid-openai-function-call': () => ({ valid: true }),
  'tool-call-f1': (value, { threshold = 1 }) => ({
    names: { $f1: { of: each('name', value).map((item) => functionName(String((item as { name: unknown }).name))), least: threshold } },
  }),
  equals: (value) => ({ output: typeof value === 'string' ? value : JSON.stringify(value) }),
  contains: (value) => ({ output: { $includes: textOf(value) } }),
  icontains: (value) => ({ output: { $contains: textOf(value) } }),
  'contains-all': (value) => ({ output: { $all: each('$includes', value) } }),
  'contains-any': (value) => ({ output: { $in: each('$includes', value) } }),
  'icontains-all': (value) => ({ output: { $all: each('$contains', value) } }),
  'icontains-any': (value) => ({ output: { $in: each('$contains', value) } }),
  'starts-with': (value) => ({ output: { $starts: textOf(value) } }),
  regex: (value) => ({ output: { $pattern: textOf(value) } }),
};

function checkOf(id: string, given: unknown): unknown {
  const assertion = membersOf(id, given);
  const type = textIn(assertion, 'type', id);
  const inverse = type.startsWith('not-');
  const check = Object.hasOwn(CHECKS, inverse ? type.slice(4) : type) ? CHECKS[inverse ? type.slice(4) : type] : undefined;
  if (check === undefined)
    return refuse(`expected one of ${Object.keys(CHECKS).join(', ')} in ${id}, found ${type.slice(0, 40)}; code and models are not asked`);
  const { value } = assertion;
  const texts = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  if (texts.some((text) => typeof text === 'string' && isElsewhere(text))) refuse(`expected a value in ${id}, found the name of a file`);
  const made = check(value, assertion);
  return inverse ? { $not: made } : made;
}

function functionsOf(providers: unknown): readonly GivenFunction[] {
  const found = (Array.isArray(providers) ? (providers as readonly unknown[]) : []).flatMap((provider) => {
    const config = isRecord(provider) ? provider['config'] : undefined;
    return isRecord(config) && config['tools'] !== undefined ? [membersOf('a provider', config)['tools']] : [];
  });
  return found.length === 0 ? [] : listOf('tools', found[0]).map(functionOf);
}

function functionOf(value: unknown): GivenFunction {
  const own = isRecord(value) ? value['function'] : undefined;
  if (!isRecord(own) || !isRecord(own['parameters'])) return refuse('expected functions with parameters as tools of a provider');
  const description = typeof own['description'] === 'string' ? own['description'] : '';
  return { name: functionName(textIn(own, 'name', 'a tool')), description, parameters: own['parameters'] };
}
