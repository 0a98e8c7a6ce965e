/** The members of a call, and the names that other dialects use for them. */
import { bare } from './words.ts';

export const MEMBERS = ['tool_name', 'tool_version', 'capture_selection', 'arguments', 'request_id', 'timeout_ms', 'tool_call_id'] as const;
export type Member = (typeof MEMBERS)[number];

/** Maps names of other dialects to the members of a call. */
export const ALIASES: Readonly<Record<string, Member>> = {
  ...Object.fromEntries(MEMBERS.map((name) => [bare(name), name])),
  ...aliases('tool_name', 'tool name function functionname toolid action recipientname command toolname'),
  ...aliases(
    'arguments',
    'args arg input inputs params parameters actioninput toolinput toolargs toolarguments toolparameters toolkwargs kwargs options with',
  ),
  ...aliases('capture_selection', 'selection captureselector captureselect'),
  ...aliases('tool_version', 'version toolver'),
  ...aliases('request_id', 'requestuuid reqid'),
  ...aliases('tool_call_id', 'callid id'),
  ...aliases(
    'timeout_ms',
    'timeout timeouts timeoutsec timeoutsecs timeoutseconds timeoutmillis timeoutmilliseconds maxruntimems deadlinems',
  ),
};

/** Finds the member that a name means, also after words about when or by whom it is called: `next_tool_args`. */
export const aliasOf = (key: string): Member | undefined => {
  const own = ALIASES[bare(key)];
  const [, plain] = /^(?:next|selected|chosen|current|my|final|the)[_\s-]+(.+)$/i.exec(key) ?? [];
  return own ?? (plain === undefined ? undefined : ALIASES[bare(plain)]);
};

function aliases(member: Member, names: string): Record<string, Member> {
  return Object.fromEntries(names.split(' ').map((name) => [name, member]));
}

/** Other members that may contain the tool's name; they count only if their text is the name of a tool. */
export const CALLED_BY =
  /^(?:method|service|operation|operationid|endpoint|task|skill|resource|capability|plugin|intent|api|entrypoint|node|uses|job)$/;

/** Matches members that only wrap a call. */
export const WRAPPERS =
  /^(?:plan|steps?|functions?|functioncalls?|toolcalls?|tooluses?|calls?|invocations?|toolinvocations?|(?:tool)?calllist|item|request|params|payload|body|messages?|data|actions?|response|requiredaction|submittooloutputs|outputs?|choices|candidates|content|parts|items|generations|delta|commands?|event|detail|contentblocks?|slots|next|nextstep|nextaction|operations?)$/;

/** Matches members that identify the dialect of a call and do not change what it requests. */
const DIALECT =
  /^(?:\$?type|(?:tool)?calltype|(?:part)?kind|jsonrpc|method|index|step|role|object|status|next|caller|server|server(?:name|label)|plugin|pluginname|namespace|provider|toolset|(?:max)?retr(?:y|ies)(?:count)?|attempts?|queue(?:name)?|priority|actiongroup|typeversion|position|meta|outputindex|contentindex|sequencenumber|domain|date|hash|operationhash|state|stage|phase|(?:message|event|chunk|item|block)type|(?:item|tool|call|function|use|invocation|message|event|turn|span|trace|response|run|thread|session|part)*id)$/;
/** The values that such members may have in a call that is requested. */
const SAYS: Readonly<Record<string, RegExp>> = {
  status: /^(?:|completed?|inprogress|pending|queued|ready|requested|requiresaction|new|ok|success|toolcalls?|tooluse)$/,
  next: /^(?:|tools?|toolnode|actions?)$/,
  role: /^(?:|assistant|model|ai|bot|agent)$/,
  state: /^(?:|call|pending|queued|ready|requested|inputavailable|new|active)$/,
  stage: /^(?:|call|pending|ready|requested)$/,
  phase: /^(?:|call|pending|ready|requested)$/,
  type: /^(?!.*(?:result|output$|error|example|draft|cancel|reject|skip|ignor|declin|den[iy]|dismiss|abort|stop|undo|delete|user|system|human|comment|history))/,
};

/** Whether a member only identifies the dialect. Calls by a user, answers and cancelled calls are not requests. */
export const isDialect = (key: string, value: unknown): boolean =>
  (DIALECT.test(bare(key)) || (typeof value !== 'object' && isIdentifier(key))) &&
  (typeof value !== 'string' || ((/(?:kind|type)$/.test(bare(key)) ? SAYS['type'] : SAYS[bare(key)])?.test(bare(value)) ?? true));

/** Whether a name identifies part of a message, by its words: `activityId`, `apiVersion`. */
function isIdentifier(key: string): boolean {
  const words = key
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean);
  const last = words.at(-1) ?? '';
  return words.length > 1 && /^(?:id|uuid|version)$/.test(last) && words.slice(0, -1).every((word) => OWNS.test(word));
}
const OWNS =
  /^(?:api|schema|spec|message|activity|workflow|job|queue|graph|agent|request|event|task|action|correlation|trigger|operation|skill|plugin|function|tool|step|flow|execution)$/;

/** Whether a member among the arguments is one that n8n sends with every call of a chat: the session, and what the user wrote. */
export const isOfChat = (key: string, holder: object): boolean =>
  /^(?:sessionId|action|chatInput)$/.test(key) && 'chatInput' in holder && 'action' in holder && holder.action === 'sendMessage';

/** Members of a request to a model's server and the values they may have; `model` alone may also be a statistical model. */
const REQUEST: Readonly<Record<string, RegExp>> = {
  model: /./,
  stream: /^false$/,
  toolchoice: /^(?:auto|required|any)$/,
  paralleltoolcalls: /^(?:true|false)$/,
  temperature: /^[\d.]+$/,
  topp: /^[\d.]+$/,
  maxtokens: /^\d+$/,
  strict: /^(?:true|false)$/,
};

/** Whether a member only states how a model was queried. */
export function isOfRequest(key: string, value: unknown, holder: object): boolean {
  const says = REQUEST[bare(key)];
  const others = Object.keys(holder).filter((each) => each !== key && bare(each) !== 'model' && REQUEST[bare(each)] !== undefined);
  return says?.test(String(value)) === true && (bare(key) !== 'model' || others.length > 0);
}

const MESSAGE =
  /^(?:created(?:at)?|model(?:version)?|usage(?:metadata)?|safetyratings|citation\w*|systemfingerprint|servicetier|(?:avg)?logprobs|refusal|annotations|reasoning(?:content)?|summary|text|content|outputtext|toolplan|thoughts?(?:signature)?|additionalkwargs|responsemetadata|invalidtoolcalls|metadata|meta|done|\w*duration|\w*evalcount|prefix)$/;
/** Members of an event (CloudEvents 1.0) other than its data. */
const EVENT = /^(?:specversion|source|subject|time|datacontenttype|dataschema)$/;

/** Reasons why a message ended. If it was cut off or refused, it contains no complete call. */
const ENDS = /^(?:finish|stop|done|end|completion)(?:reason|sequence)$/;
const ENDED =
  /^(?:|null|stop|stopsequence|endturn|endofturn|eos|eostoken|complete[d]?|finish(?:ed)?|(?:stop)?tools?(?:calls?|uses?)?|functioncalls?|call|unload)$/;

/** Switches of clients that have no effect while they are off. */
const OFF = /^(?:is|has|was)?(?:external|consequential|remote|stream\w*|partial|background|cached?)$/;

/** Whether a member of the message or event around a call is irrelevant to the call. */
export const isOfMessage = (key: string, value: unknown, message: object): boolean =>
  isDialect(key, value) ||
  (ENDS.test(bare(key)) && (typeof value !== 'string' || ENDED.test(bare(value)))) ||
  (value === false && OFF.test(bare(key))) ||
  MESSAGE.test(bare(key)) ||
  (EVENT.test(bare(key)) && 'specversion' in message);
