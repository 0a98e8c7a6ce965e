/** Tokens that chat templates put around calls. They are no part of the call, so each is replaced by a line break. */

/** Tokens such as `<|python_tag|>` and `<｜tool▁sep｜>`; those in brackets, such as `[TOOL_CALLS]`, only if text follows. */
const TOKEN =
  /<[|｜][^|｜<>\n]{1,64}[|｜]?>|<[\w▁]{1,64}[|｜]>|\[\/?[A-Z][A-Z_]{3,31}\](?=\s*\S)|<\/?s>|<\/?(?:bot|tool|eot|bos|eos|end|thought|action|plugin)_(?:end|start|begin|sep|of_turn|of_text)>|<<\w{2,16}>>|([✿※◆●▶►✦⟦])\w{2,16}\1:?/g;
/** Matches the vendor prefix of a tag such as `<｜DSML｜invoke name="…">`, also with two bars or another vendor. */
const PREFIX = /(<\/?)[|｜‖]{1,3}\w{1,32}[|｜‖]{1,3}(?=[A-Za-z])/g;
/** Matches channels of gpt-oss without their tokens: the reasoning, and the recipient of the call that follows. */
const CHANNEL = /^\s*(?:analysis[^]*?)?assistant(?:commentary|analysis)(?=\s+to=)/;
/** Matches reasoning that a model writes in a channel of its own. */
const THOUGHTS = /<\|channel\|>\s*(?:analysis|thought|final)\b[\s\S]*?(?:<\|(?:end|return)\|>|(?=<\|start\|>))/g;

/** Matches `<|"|>` as quotation marks around a text. */
const QUOTED = /<\|"\|>([\s\S]*?)<\|"\|>/g;

/** Repairs pairs of name and value tags in which a tag is missing or duplicated; the values themselves are complete. */
export const withPairs = (text: string): string =>
  text.includes('<arg_key>')
    ? text
        .replace(/(<\/arg_key>)(?:\s*<\/arg_key>)+/g, '$1')
        .replace(/<\/arg_key>(?!\s*<arg_value>)/g, '</arg_key><arg_value>')
        .replace(/<arg_value>(?:(?!<\/?arg_|<\/tool_call>)[^])*(?=<arg_key>|<\/tool_call>)/g, '$&</arg_value>')
    : text;

/** Removes the tokens of chat templates from a text. `[ARGS]` stays in a text without other tokens. */
export function withoutTokens(text: string): string {
  if (CHANNEL.test(text)) return text.replace(CHANNEL, '');
  if (!/<\/?[|｜‖]|[|｜]>|\[\/?[A-Z]{4}|<\/?s>|_(?:end|sep|start|begin)>|<<\w|[✿※◆●▶►✦⟦]/.test(text)) return text;
  const quoted = text.replace(QUOTED, (_, inner: string) => JSON.stringify(inner));
  return quoted.replace(THOUGHTS, '\n').replace(PREFIX, '$1').replace(TOKEN, '\n');
}
