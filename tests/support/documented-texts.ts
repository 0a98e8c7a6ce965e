/** A text that a model wrote, as its chat template or model card shows calls; in words of our own, with one tool. */
export interface DocumentedText {
  /** Models that write like this. */
  readonly what: string;
  readonly text: string;
  /** Arguments of each call of `row_multiplier`. */
  readonly calls: readonly object[];
}

const json = (factor: number, key = 'arguments'): string => `{"name": "row_multiplier", "${key}": {"factor": ${String(factor)}}}`;
const invoke = (factor: number): string =>
  `<invoke name="row_multiplier">\n<parameter name="factor">${String(factor)}</parameter>\n</invoke>`;
const THREE = [{ factor: 3 }];
const BOTH = [{ factor: 3 }, { factor: 4 }];

export const DOCUMENTED_TEXTS: readonly DocumentedText[] = [
  { what: 'Hermes 3, two calls', text: `<tool_call>\n${json(3)}\n</tool_call>\n<tool_call>\n${json(4)}\n</tool_call>`, calls: BOTH },
  {
    what: 'Qwen 3 behind its reasoning',
    text: `<think>\nThree times.\n</think>\n\n<tool_call>\n${json(3)}\n</tool_call><|im_end|>`,
    calls: THREE,
  },
  { what: 'Qwen 2.5, two objects in one tag', text: `<tool_call>\n${json(3)}\n${json(4)}\n</tool_call>`, calls: BOTH },
  {
    what: 'Qwen 3 Coder, two calls',
    text: [3, 4]
      .map((n) => `<tool_call>\n<function=row_multiplier>\n<parameter=factor>\n${String(n)}\n</parameter>\n</function>\n</tool_call>`)
      .join('\n'),
    calls: BOTH,
  },
  { what: 'Llama 3.1, JSON with parameters', text: `${json(3, 'parameters')}<|eot_id|>`, calls: THREE },
  { what: 'Llama 3.1, two objects with a semicolon', text: `${json(3, 'parameters')}; ${json(4, 'parameters')}`, calls: BOTH },
  { what: 'Llama 3.1, a tag of the function', text: '<function=row_multiplier>{"factor": 3}</function><|eom_id|>', calls: THREE },
  { what: 'Llama 3.1, a call of Python', text: '<|python_tag|>row_multiplier.call(factor=3)<|eom_id|>', calls: THREE },
  { what: 'Llama 3.2, a list of Python', text: '[row_multiplier(factor=3), row_multiplier(factor=4)]<|eot_id|>', calls: BOTH },
  { what: 'Llama 4, a list of Python in its tags', text: '<|python_start|>[row_multiplier(factor=3)]<|python_end|><|eot|>', calls: THREE },
  { what: 'LFM 2', text: '<|tool_call_start|>[row_multiplier(factor=3)]<|tool_call_end|><|im_end|>', calls: THREE },
  { what: 'Mistral 7B v0.3', text: `[TOOL_CALLS] [${json(3)}, ${json(4)}]</s>`, calls: BOTH },
  { what: 'Mistral Small 3.2', text: '[TOOL_CALLS]row_multiplier[CALL_ID]123456789[ARGS]{"factor": 3}</s>', calls: THREE },
  {
    what: 'Magistral, two calls',
    text: '[TOOL_CALLS]row_multiplier[ARGS]{"factor": 3}[TOOL_CALLS]row_multiplier[ARGS]{"factor": 4}',
    calls: BOTH,
  },
  {
    what: 'DeepSeek V3 and R1',
    text: `<｜tool▁calls▁begin｜>${[3, 4].map((n) => `<｜tool▁call▁begin｜>function<｜tool▁sep｜>row_multiplier\n\`\`\`json\n{"factor": ${String(n)}}\n\`\`\`<｜tool▁call▁end｜>`).join('\n')}<｜tool▁calls▁end｜><｜end▁of▁sentence｜>`,
    calls: BOTH,
  },
  {
    what: 'DeepSeek V3.1',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>row_multiplier<｜tool▁sep｜>{"factor": 3}<｜tool▁call▁end｜><｜tool▁calls▁end｜><｜end▁of▁sentence｜>',
    calls: THREE,
  },
  {
    what: 'DeepSeek V3.2',
    text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="row_multiplier">\n<｜DSML｜parameter name="factor" string="false">3</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls><｜end▁of▁sentence｜>',
    calls: THREE,
  },
  {
    what: 'Kimi K2',
    text: `<|tool_calls_section_begin|>${[3, 4].map((n, at) => `<|tool_call_begin|>functions.row_multiplier:${String(at)}<|tool_call_argument_begin|>{"factor": ${String(n)}}<|tool_call_end|>`).join('')}<|tool_calls_section_end|><|im_end|>`,
    calls: BOTH,
  },
  { what: 'GLM 4.5', text: '<tool_call>row_multiplier\n<arg_key>factor</arg_key>\n<arg_value>3</arg_value>\n</tool_call>', calls: THREE },
  { what: 'MiniMax M2', text: `<minimax:tool_call>\n${invoke(3)}\n${invoke(4)}\n</minimax:tool_call>[e~[`, calls: BOTH },
  { what: 'Claude without an API for tools', text: `<function_calls>\n${invoke(3)}\n</function_calls>`, calls: THREE },
  { what: 'Granite 3.3', text: `<|tool_call|>[${json(3)}]<|end_of_text|>`, calls: THREE },
  { what: 'Granite 3.0', text: `<tool_call>[${json(3)}, ${json(4)}]`, calls: BOTH },
  { what: 'Phi 4 mini', text: `<|tool_call|>[${json(3)}, ${json(4)}]<|/tool_call|><|end|>`, calls: BOTH },
  {
    what: 'Command R',
    text: 'Action: ```json\n[\n    {\n        "tool_name": "row_multiplier",\n        "parameters": {"factor": 3}\n    }\n]```',
    calls: THREE,
  },
  {
    what: 'Command R7B and Command A',
    text: '<|START_THINKING|>I will multiply.<|END_THINKING|><|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "row_multiplier", "parameters": {"factor": 3}},\n    {"tool_call_id": "1", "tool_name": "row_multiplier", "parameters": {"factor": 4}}\n]<|END_ACTION|><|END_OF_TURN_TOKEN|>',
    calls: BOTH,
  },
  { what: 'ReAct', text: 'Thought: I need the product.\nAction: row_multiplier\nAction Input: {"factor": 3}', calls: THREE },
  {
    what: 'ReAct, up to the stop word',
    text: 'Thought: I need the product.\nAction: row_multiplier\nAction Input: {"factor": 3}\nObservation:',
    calls: THREE,
  },
  {
    what: 'gpt-oss, the channels of harmony',
    text: '<|channel|>analysis<|message|>Three times.<|end|><|start|>assistant<|channel|>commentary to=functions.row_multiplier <|constrain|>json<|message|>{"factor": 3}<|call|>',
    calls: THREE,
  },
  { what: 'Nemotron', text: `<TOOLCALL>[${json(3)}]</TOOLCALL>`, calls: THREE },
  { what: 'Jamba', text: `<tool_calls>[\n${json(3)},\n${json(4)}\n]</tool_calls>`, calls: BOTH },
  { what: 'InternLM 2.5', text: `<|action_start|><|plugin|>\n${json(3, 'parameters')}<|action_end|><|im_end|>`, calls: THREE },
  { what: 'xLAM', text: `[${json(3)}, ${json(4)}]`, calls: BOTH },
  { what: 'Functionary v3.2', text: '>>>row_multiplier\n{"factor": 3}<|eot_id|>', calls: THREE },
  { what: 'Gemma 3 in a fence', text: '```tool_code\nrow_multiplier(factor=3)\n```', calls: THREE },
  {
    what: 'arguments of Python of every kind',
    text: "[row_multiplier(factor=3, names=['a', \"b's\"], on=True, off=False, none=None, at={'x': -1.5e3})]",
    calls: [{ factor: 3, names: ['a', "b's"], on: true, off: false, none: null, at: { x: -1500 } }],
  },
];

/** Texts that show or describe a call and make none. Each is either plain text or reported; no call may be read. */
export const TEXTS_WITHOUT_CALLS: readonly (readonly [what: string, text: string])[] = [
  ['Python in a sentence', 'You could run row_multiplier(factor=3) for that.'],
  ['Python in a fence between words', 'In Python:\n```python\nrow_multiplier(factor=3)\n```\nThat is all.'],
  ['a list of calls in prose', 'The calls were [row_multiplier(factor=3)] and nothing else.'],
  ['ReAct that was answered', 'Action: row_multiplier\nAction Input: {"factor": 3}\nObservation: 300\nFinal Answer: 300'],
  ['the final answer of ReAct', 'Thought: I know.\nFinal Answer: 300'],
  ['an action that describes', 'Action: ask the person which capture is meant.'],
  ['an invocation that is quoted', `The device is called <invoke name="row_multiplier"><parameter name="factor">3</parameter></invoke>.`],
  [
    'a tag of Kimi inside a sentence',
    'The name holds <|tool_call_begin|>functions.row_multiplier:0<|tool_call_argument_begin|>{"factor": 3}<|tool_call_end|> as text.',
  ],
  ['an expression of Python', '[row_multiplier(factor=open("/etc/passwd").read())]'],
  ['positional arguments', '[row_multiplier(3)]'],
];
