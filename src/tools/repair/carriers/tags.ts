/** One element of a text with tags. */
export interface Element {
  readonly tag: string;
  /** What follows a `=` behind the tag, as in `<function=tool_a>`. */
  readonly suffix: string | undefined;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  /** Everything between the opening and the closing tag, as it was written. */
  readonly inner: string;
  /** The parts of `inner` outside of child elements. */
  readonly texts: readonly string[];
  /** Whether its own end, or that of an element around it, was written. */
  readonly closed: boolean;
  /** Where the element begins and ends in the text. */
  readonly from: number;
  readonly to: number;
}

type Open = { -readonly [key in keyof Element]: Element[key] extends readonly (infer Item)[] ? Item[] : Element[key] } & {
  /** Where the content begins, and where the text behind the last child begins. */
  contentFrom: number;
  textFrom: number;
};

/** Elements nested deeper than this, and more elements than this, are not read. */
const DEEPEST = 32;
const MOST = 2000;

const TAG =
  /<(\/?)(?:[A-Za-z]\w*:)?([A-Za-z_][\w.-]*)(?:=("[^"<>]*"|'[^'<>]*'|[^\s<>"'/]+))?((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|<!\[CDATA\[[\s\S]*?\]\]>/g;

const unquoted = (text: string): string => text.replace(/^(["'])(.*)\1$/s, '$2');

/**
 * The elements of a text, in the order of their beginning; undefined where there is none or where they are too many or too deep. A
 * closing tag also closes the elements that were left open inside of it.
 */
export function elementsOf(text: string): readonly Element[] | undefined {
  const root = opened('', undefined, {}, 0, 0);
  const stack: Open[] = [root];
  let count = 0;
  for (const found of text.matchAll(TAG)) {
    const [whole, closing, tag, suffix, attributes = '', selfClosing] = found;
    if (tag === undefined) continue;
    const [from, to] = [found.index, found.index + whole.length];
    const top = stack.at(-1);
    if (closing === '/') {
      const known = stack.findLastIndex((each, depth) => depth > 0 && each.tag === tag);
      // A parameter may be closed by another name.
      const at = known < 0 && top !== undefined && isParameter(top, text, from) ? stack.length - 1 : known;
      if (at > 0) while (stack.length > at) close(stack, text, from, stack.length - 1 === at ? to : from, true);
      continue;
    }
    if (++count > MOST || stack.length > DEEPEST) return undefined;
    // A parameter with a value holds no other one: its closing tag is missing.
    if (top?.tag === tag && isParameter(top, text, from)) close(stack, text, from, from, true);
    stack.push(opened(tag, suffix === undefined ? undefined : unquoted(suffix), attributesOf(attributes), from, to));
    if (selfClosing === '/') close(stack, text, to, to, true);
  }
  while (stack.length > 1) close(stack, text, text.length, text.length, false);
  return root.children.length === 0 ? undefined : root.children;
}

/** Whether an open element is a parameter whose value begins before `to`. */
const isParameter = ({ tag, children, contentFrom }: Open, text: string, to: number): boolean =>
  /^(?:parameter|param|argument|arg)$/i.test(tag) && children.length === 0 && text.slice(contentFrom, to).trim() !== '';

/** Tags whose first or last sign is missing, or with a blank where their names have a sign. */
export const withSigns = (text: string): string =>
  text
    .replace(/(^|\n)([ \t]*)((?:\w+:)?invoke\s+name="[^"<>]*"\s*>)/g, '$1$2<$3')
    .replace(/<(function|parameter)\s+([\w.-]+)\s*>/g, '<$1=$2>')
    .replace(/<(function|parameter)=([\w.-]+)[ \t]*\n(?=\s*[^\s>])/g, '<$1=$2>\n');

function opened(tag: string, suffix: string | undefined, attributes: Record<string, string>, from: number, contentFrom: number): Open {
  return { tag, suffix, attributes, children: [], inner: '', texts: [], closed: false, from, to: from, contentFrom, textFrom: contentFrom };
}

function close(stack: Open[], text: string, contentTo: number, to: number, closed: boolean): void {
  const element = stack.pop();
  const parent = stack.at(-1);
  if (element === undefined || parent === undefined) return;
  element.inner = text.slice(element.contentFrom, contentTo);
  element.texts.push(text.slice(element.textFrom, contentTo));
  Object.assign(element, { to, closed });
  parent.texts.push(text.slice(parent.textFrom, element.from));
  parent.textFrom = to;
  parent.children.push(element);
}

function attributesOf(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/([\w:.-]+)\s*=\s*("[^"]*"|'[^']*')/g)];
  return Object.fromEntries(pairs.map(([, key = '', value = '']) => [key, plainText(unquoted(value))]));
}

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** The characters that a text in a tag writes as entities. A text with a bare `<` was not escaped, so it is left as it is. */
export function plainText(text: string): string {
  const whole = /^\s*<!\[CDATA\[([\s\S]*)\]\]>\s*$/.exec(text)?.[1];
  if (whole !== undefined) return whole;
  if (text.includes('<') || !text.includes('&')) return text;
  return text.replace(
    /&(?:(lt|gt|quot|apos|amp)|#(\d{1,6})|#x([\da-f]{1,5}));/gi,
    (entity, name?: string, decimal?: string, hex?: string) => {
      if (name !== undefined) return NAMED[name.toLowerCase()] ?? entity;
      const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0 && code < 0x110000 ? String.fromCodePoint(code) : entity;
    },
  );
}

/** Sections of characters as the entities with the same meaning, so that their signs are not read as tags. */
export const withoutSections = (text: string): string =>
  text.replace(/<!\[CDATA\[([^]*?)\]\]>/g, (_, inner: string) =>
    inner.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  );
