/**
 * The parameters of HCI commands and events that hold no secret (Core specification 6.2, Vol 4 Part E 7). Everything that is
 * not listed here counts as secret: other parameters, other commands and events, and all of vendors.
 *
 * An entry is a number, the octets of parameters that are safe, and for commands the octets that their Command Complete
 * event returns after the opcode; `*` means all of them.
 */
const LE_COMMANDS = `0001 8 1|0002 0 4|0003 0 9|0005 6 1|0006 15 1|0007 0 2|0008 32 1|0009 32 1|000A 1 1|000B 7 1|000C 2 1|000D 25 1
000E 0 1|000F 0 2|0010 0 1|0011 7 1|0012 7 1|0013 14 1|0014 5 1|0015 2 8|0016 2 1|0017 0 1|0018 0 1|0019 2 1|001A 2 3|001B 2 3
001C 0 9|001D 1 1|001E 3 1|001F 0 3|0020 14 3|0021 3 3|0022 6 3|0023 0 5|0024 4 1|0025 0 1|0026 0 1|0027 7 1|0028 7 1|0029 0 1
002A 0 2|002B 7 7|002C 7 7|002D 1 1|002E 2 1|002F 0 9|0030 2 5|0031 3 1|0032 7 1|0033 3 1|0034 4 1|0035 7 1|0036 25 2|0037 * 1
0038 * 1|0039 * 1|003A 0 3|003B 0 2|003C 1 1|003D 0 1|003E 7 1|003F * 1|0040 2 1|0041 * 1|0042 6 1|0043 * 1|0044 14 1|0045 0 1
0046 2 1|0047 8 1|0048 8 1|0049 0 1|004A 0 2|004B 0 3|004C 0 5|004D 4 1|004E 8 1|004F * 1|0050 * 1|0051 * 1|0052 2 1|0053 * 3
0054 * 3|0055 * 3|0056 7 3|0057 3 3|0058 0 5|0059 3 1|005A 6 3|005B 5 3|005C 8 3|005D 6 1|005E 0 1|005F 1 1|0060 0 7|0061 2 12
0062 * *|0063 * *|0064 * 1|0065 1 2|0066 2 1|0067 3 3|0068 15 1|0069 20 1|006A 2 1|006B 4 1|006C 1 2|006D 2 1|006E 13 3|006F 3 3
0070 4 3|0071 4 3|0072 2 15|0073 2 15|0074 2 1|0075 2 31|0076 3 6|0077 3 1|0078 8 3|0079 3 3|007A 4 3|007B * 1|007C 2 1|007D 10 1
007E 12 1|007F 27 2|0080 3 1|0081 * 1|0082 * 2|0083 * 3|0084 * 3|0085 * 1|0086 12 2|0087 0 250
0088 3 1|0089 0 *|008A 2 1|008B * 3|008C 2 1|008D 5 3|008E 2 1|008F * 3|0090 28 1|0091 3 1|0092 10 1|0093 23 3|0094 4 1|0095 24 1
0096 0 1|0097 3 1|0098 10 1|0099 7 1|009A 0 1|009B 0 2|009C 1 1|009D 9 1|009E 6 1|009F 1 1|00A0 1 1|00A1 20 1|00A2 18 1|00A3 0 *`;

const OTHER_COMMANDS = `0401 5 1|0402 0 1|0403 9 1|0404 0 1|0405 13 1|0406 3 1|0408 6 7|0409 7 1|040A 7 1|040B 6 7|040C 6 7|040D 6 7
040E 6 7|040F 4 1|0411 2 1|0413 3 1|0415 1 1|0419 10 1|041A 6 7|041B 2 1|041C 3 1|041D 2 1|041F 2 1|0420 2 8|0428 17 1|0429 21 1
042A 7 1|042B 9 7|042C 6 7|042D 6 7|042E 6 7|042F 6 7|0430 6 7|0433 6 7|0434 7 7|0435 1 1|0436 1 1|0445 6 7|0801 6 1|0803 10 1
0804 2 1|0807 20 1|0809 2 5|080B 7 1|080C 2 5|080D 4 3|080E 0 3|080F 2 1|0810 8 1|0811 8 3|0C01 8 1|0C03 0 1|0C05 * 1|0C08 2 3
0C0B 0 1|0C0D 7 5|0C11 1 2|0C12 7 3|0C13 248 1|0C14 0 249|0C15 0 3|0C16 2 1|0C17 0 3|0C18 2 1|0C19 0 2|0C1A 1 1|0C1B 0 5|0C1C 4 1
0C1D 0 5|0C1E 4 1|0C1F 0 2|0C20 1 1|0C23 0 4|0C24 3 1|0C25 0 3|0C26 2 1|0C27 2 4|0C28 4 3|0C2D 3 4|0C2E 0 2|0C2F 1 1|0C31 1 1
0C33 7 1|0C35 * 1|0C36 2 5|0C37 4 3|0C38 0 2|0C39 0 *|0C3A * 1|0C3F 10 1|0C42 0 2|0C43 1 1|0C44 0 2|0C45 1 1|0C46 0 2|0C47 1 1
0C48 0 2|0C49 1 1|0C51 0 242|0C52 241 1|0C53 2 1|0C55 0 2|0C56 1 1|0C57 0 1|0C58 0 2|0C59 1 1|0C5A 0 2|0C5B 1 1|0C60 7 7|0C63 8 1
0C6C 0 3|0C6D 2 1|0C79 0 2|0C7A 1 1|0C7B 2 5|0C7C 4 3|0C7D 0 1|0C80 * 1|0C82 0 6|1001 0 9|1002 0 65|1003 0 9|1004 1 11|1005 0 8
1009 0 7|100A 0 8|100B 0 *|100D 0 *|1401 2 5|1402 2 3|1403 2 4|1405 2 4|1406 2 *|1407 3 9|1408 2 4|1803 1 1`;

const EVENTS = `01 1|02 *|03 11|04 10|05 4|06 3|07 255|08 4|09 3|0A 4|0B 11|0C 8|0D 21|0E 1|0F 4|10 1|11 2|12 8|13 *|14 6|15 1|16 6
17 6|18 6|1A 1|1B 3|1C 5|1D 5|1E 2|20 7|21 22|22 *|23 13|2C 17|2D 11|2E 11|2F 255|30 3|31 6|32 9|33 6|34 6|35 6|36 7|38 4|39 2
3B 6|3C 7|3D 14|3E 1|57 2|59 5`;

const LE_EVENTS = `01 18|02 *|03 9|04 11|05 2|06 10|07 10|08 1|09 1|0A 30|0B *|0C 5|0D *|0E 15|0F *|10 2|11 0|12 5|13 8|14 3|15 *|16 *
17 3|18 19|19 28|1A 6|1B *|1C 2|1D *|1E 2|1F 4|20 4|21 8|22 *|23 11|24 19|25 *|26 23|27 *|28 *|29 33
2A *|2B *|2C *|2D *|2E 3|2F *|30 *|31 *|32 *|33 1|34 8|35 9|36 1|37 13`;

const ALL = 255;
const octets = (text: string | undefined): number => (text === '*' ? ALL : Number(text ?? 0));

function table(text: string, base = 0): ReadonlyMap<number, readonly [sent: number, returned: number]> {
  return new Map(
    text.split(/[|\n]/).map((entry) => {
      const [number = '', sent, returned] = entry.split(' ');
      return [base + Number.parseInt(number, 16), [octets(sent), octets(returned)]];
    }),
  );
}

const LE_GROUP = 0x2000;
const commands = new Map([...table(OTHER_COMMANDS), ...table(LE_COMMANDS, LE_GROUP)]);
const events = table(EVENTS);
const leEvents = table(LE_EVENTS);

/** Octets of a command's parameters that are safe; the rest may hold secrets. */
export const safeOfCommand = (opcode: number): number => commands.get(opcode)?.[0] ?? 0;
/** The same for the parameters of a Command Complete event, after the opcode. */
export const safeOfReturn = (opcode: number): number => commands.get(opcode)?.[1] ?? 0;
export const safeOfEvent = (code: number): number => events.get(code)?.[0] ?? 0;
/** The same for an LE meta event, after the subevent code. */
export const safeOfLeEvent = (subevent: number): number => leEvents.get(subevent)?.[0] ?? 0;

export const COMMAND_COMPLETE = 0x0e;

/** Security Manager codes and how many octets after them hold no secret (Vol 3 Part H 3.5, 3.6). */
const SECURITY: Readonly<Record<number, number>> = { 0x01: 6, 0x02: 6, 0x05: 1, 0x09: 7, 0x0b: 1, 0x0e: 1 };
export const safeOfSecurity = (code: number): number => SECURITY[code] ?? 0;

/** Octets of the messages that carry a secret, with their code. */
const SECRET: Readonly<Record<number, number>> = { 0x03: 17, 0x04: 17, 0x06: 17, 0x07: 11, 0x08: 17, 0x0a: 17, 0x0c: 65, 0x0d: 17 };
export const isSecret = (code: number, length: number): boolean => SECRET[code] === length;

export const CHANNEL = { ATTRIBUTES: 0x0004, SECURITY_LE: 0x0006, SECURITY_CLASSIC: 0x0007 } as const;

/** L2CAP channels that carry no keys of the link: signalling, connectionless, attributes, and the ones that services open. */
export const isDataChannel = (channel: number): boolean =>
  channel === 0x0001 || channel === 0x0002 || channel === 0x0004 || channel === 0x0005 || channel >= 0x0040;
