/** One element of a text with tags. */
export interface Element {
  readonly tag: string;
  /** The text after `=` in a tag such as `<function=tool_a>`. */
  readonly suffix: string | undefined;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  /** Everything between the opening and the closing tag, as it was written. */
  readonly inner: string;
  /** The texts in `inner` that are outside child elements. */
  readonly texts: readonly string[];
  /** Whether the closing tag of the element, or of one around it, was written. */
  readonly closed: boolean;
  /** Start and end of the element in the text. */
  readonly from: number;
  readonly to: number;
}

type Open = { -readonly [key in keyof Element]: Element[key] extends readonly (infer Item)[] ? Item[] : Element[key] } & {
  /** Start of the content, and start of the text after the last child. */
  contentFrom: number;
  textFrom: number;
};

/** Texts with deeper nesting, or with more elements, are not parsed. */
const DEEPEST = 32;
const MOST = 2000;

const TAG =
  /<(\/?)(?:[A-Za-z]\w*:)?([A-Za-z_][\w.-]*)(?:=("[^"<>]*"|'[^'<>]*'|[^\s<>"'/]+))?((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|<!\[CDATA\[[\s\S]*?\]\]>/g;

const unquoted = (text: string): string => text.replace(/^(["'])(.*)\1$/s, '$2');

/**
 * Parses the elements of a text, in the order in which they begin; undefined if there are none, or too many or too deep ones. A closing tag
 * also closes all unclosed elements inside its own.
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
      // Accept a closing tag with another name for a parameter.
      const at = known < 0 && top !== undefined && isParameter(top, text, from) ? stack.length - 1 : known;
      if (at > 0) while (stack.length > at) close(stack, text, from, stack.length - 1 === at ? to : from, true);
      continue;
    }
    if (++count > MOST || stack.length > DEEPEST) return undefined;
    // A parameter with a value contains no other parameter, so its closing tag is missing.
    if (top?.tag === tag && isParameter(top, text, from)) close(stack, text, from, from, true);
    stack.push(opened(tag, suffix === undefined ? undefined : unquoted(suffix), attributesOf(attributes), from, to));
    if (selfClosing === '/') close(stack, text, to, to, true);
  }
  while (stack.length > 1) close(stack, text, text.length, text.length, false);
  return root.children.length === 0 ? undefined : root.children;
}

/** Whether an open element is a parameter whose value has begun before `to`. */
const isParameter = ({ tag, children, contentFrom }: Open, text: string, to: number): boolean =>
  /^(?:parameter|param|argument|arg)$/i.test(tag) && children.length === 0 && text.slice(contentFrom, to).trim() !== '';

/** Repairs tags whose first or last character is missing, or with a blank where their names have a sign. */
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

/** Decodes the entities in a tag's text. A text with a bare `<` was not escaped, so it is left as it is. */
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

/** Replaces CDATA sections by text with entities, so that characters in them are not parsed as tags. */
export const withoutSections = (text: string): string =>
  text.replace(/<!\[CDATA\[([^]*?)\]\]>/g, (_, inner: string) =>
    inner.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  );
