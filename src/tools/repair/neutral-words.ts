/** Filler words: they occur in requests without changing what is requested. */
import { bare } from './words.ts';

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter(Boolean));

/** Names of members and types of messages, of clients and languages; joining words of lists and phrases in English and other languages. */
const CARRYING = set(`
  a an and the this that of to in on at by as with from for is are was be it its i me my we et und y e con mit von der die das le la les
  action actions action_input agent api arg args argument arguments array assistant async await auto body bool boolean call called calls calling
  candidates capture captures channel channels char choices class code col cols column columns command command_line commands conclusion condition conditions const constant
  content contents criteria dataset datasets data date datetime day decimal def default delta df dict dictionary display do document double each element elements enabled entries entry enum equal
  equals equal_to event events exec execute expr expression expressions field fields file files filter filters final float frame frames fn from function functions
  generations group groups header headers holds id identifier ids include included index inner input inputs int integer intent interval invocation invocations
  item items job json key keys kind kwargs lambda left len let like list lists literal loc local localhost logic map match member members message messages meta metadata method
  mode model named name names namespace nested new next node null none nil number numbers numeric object objects of op operand operands operation operator option
  options order output outputs packet packets pair pairs param parameter parameters params part parts path payload period plan predicate predicates print printf properties
  property provider query range raw record records rel request requests required resource response result return returns right role root row rows rule rules
  run schema scope select selected selection selector selectors self service set settings source sources spec start end state statement step steps str string strings struct
  language threshold isodate requires_approval needs_approval requires_confirmation structured table target task term terms text then thought time timestamp tool toolcall tool_call tools tuple tuples type types unit units use used user using val value
  values var variable variables varchar vec vector version where window with wrapper select_from yield
  begin bucket config configuration console dbl describe dictof emit env export fetch final form get http https httpgrpc import invoke java js jsonb kotlin library main mod module mut nd np
  pd pl post put py python queryparams r rec ref res rs ruby sql std sub sum system this ts typed url usize utf8 vec void xml yaml www com org io
  true yes on ja oui si wahr vrai verdadero vero
  attribute chat completion
  percent percentage pct st nd rd th degree degrees
  rule_type comparison compare compound logical binary binary_expression identifier simple group_type combinator conjunction glue
  and_ bool_query must all any every some should filter_by filtered filtering query_string
  subset filename filepath vcov hc vcovhc vs versus against attributes categorical mcp only bluez hci hci0 dev bound bounds inclusivity
  axios capability skill endpoint slots uses stringify dumps loads frames observations undefined advertising workbench amount formula equation client session timedelta adv inclusive comparator ch chan duration lasting span pcapng pcap application x adva inita scana targeta addr address mac ble random public static resolvable advertiser btsnoop
  nordic_ble btle btle_rf btcommon nordic prompt_tokens submit_tool_outputs tool_outputs additional_kwargs
  functools multi_tool_use parallel mcptools mcporter dtype long numberlong numberint numberdouble enable end_code scratchpad scratch_pad use_mcp_tool server_name server_label alternative sided tailed tails delimiter separator sep dialect mcp_tool arg_key arg_value
  block blocks send graph queue workflow workflows activity activities specs manifest controller deployment machine arn aws azure gcp states trigger webhook
  topic subscription pipeline span trace correlation tenant region account present provided fulfillment dialogflow temporal kubernetes handler lambda
  arr lst num fmt opt opts cfg conf prm prop props attr attrs lhs rhs endog exog dv iv count counts length size total zlib base
  struct_value list_value string_value number_value bool_value null_value int_value double_value integer_value float_value array_value object_value
`);

/** Units. They are filler words because the number that they scale is checked by itself. */
const UNITS = set(`
  ns nsec nanos nanosecond nanoseconds us µs μs usec micros microsecond microseconds ms msec millis millisecond milliseconds s sec secs second seconds
  m min mins minute minutes h hr hrs hour hours d days dbm db hz khz mhz ghz byte bytes octet octets epoch unix utc gmt z iso tz zone timezone k thousand hundred
  sekunden sekunde minuten stunden secondes minuten minutos segundos heures horas ratio
`);

/** Words of conditions that only relate two operands; the relation itself is checked by signs and by the filter grammar. */
const RELATING = set(`
  eq equals equal is isin in_ includes contains between gt gte ge lt lte le greater more larger higher bigger stronger above exceeds less lower smaller fewer weaker below than or_equal
  greater_than less_than greater_than_or_equal less_than_or_equal greater_or_equal less_or_equal at_least at_most least most same as one any of either startswith beginswith endswith
  isnull isna isnan isblank isempty ismissing isnone null exists missing cast try_cast try double precision bigint oder ou o größer grösser kleiner als gleich mindestens höchstens über unter ist sont
  est son es igual mayor menor que supérieur inférieur égal à moins plus au más maggiore minore di uguale almeno massimo bis
`);

/** Whether a word by itself says nothing that a repaired call must keep. */
export const isNeutral = (word: string): boolean => {
  const plain = word.toLowerCase();
  const name = bare(word);
  if (/^[a-zα-ω]$/i.test(word)) return true;
  return CARRYING.has(plain) || UNITS.has(plain) || RELATING.has(plain) || BARE.has(name);
};
const BARE: ReadonlySet<string> = new Set([...CARRYING, ...UNITS, ...RELATING].map(bare));

/** Words that limit what is said; if one occurs, the repaired call must contain a limit too. */
export const BOUNDS = set(
  'gt gte ge lt lte le greater more larger higher bigger stronger weaker over under above exceeds less lower smaller fewer below than least most min max minimum maximum between größer grösser kleiner mindestens höchstens',
);

/** Words that negate what is said. Whether their number, with the signs `!` and `~`, is even or odd must stay the same. */
export const NEGATIONS = set(
  'not no non never without ohne sans sin nicht kein keine pas ne neq nin nor isnt isn arent doesnt dont except excluding exclude excludes excluded omit skip but unlike false off disabled disable deny denied negate negated inverted must_not mustnot isnot ungleich falsch faux falso nein non нет не 不 没 无 否 unequal different differs other differsfrom exists notnull notna isnotnull isnotna notin noteq notequal notequals notequalto isnotequalto neither fitintercept_false',
);
