import { bare } from './words.ts';

/** The members of a call, and the names that other dialects give them. */

export const MEMBERS = ['tool_name', 'tool_version', 'capture_selection', 'arguments', 'request_id', 'timeout_ms', 'tool_call_id'] as const;
export type Member = (typeof MEMBERS)[number];

/** Other names of the members, in other dialects. */
export const ALIASES: Readonly<Record<string, Member>> = {
  ...Object.fromEntries(MEMBERS.map((name) => [bare(name), name])),
  ...aliases('tool_name', 'tool name function functionname toolid action recipientname command'),
  ...aliases(
    'arguments',
    'args arg input inputs params parameters actioninput toolinput toolargs toolarguments toolparameters kwargs options',
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

function aliases(member: Member, names: string): Record<string, Member> {
  return Object.fromEntries(names.split(' ').map((name) => [name, member]));
}

/** Members that identify the dialect of a call and do not change what it asks. */
export const DIALECT =
  /^(?:type|jsonrpc|method|index|step|role|object|status|caller|server|servername|(?:tool|call|function|use|invocation|message|event|turn|span|trace)*id)$/;
