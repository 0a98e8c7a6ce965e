import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A Lua string literal whose content cannot end it. */
const quoted = (text: string): string => `[=====[${text}]=====]`;

/**
 * Numbers of the frames that each display filter leaves; throws where tshark does not take one. Starting tshark costs more than
 * reading such a capture, so one run answers for all: each filter is that of a tap of its own.
 */
export function framesByFilter(path: string, filters: readonly string[]): number[][] {
  const said = run(
    path,
    `for at, filter in ipairs({ ${filters.map(quoted).join(', ')} }) do
       local found = {}
       local tap = Listener.new('frame', filter)
       function tap.packet(pinfo) found[#found + 1] = tostring(pinfo.number) end
       function tap.draw() print('filter ' .. at .. ': ' .. table.concat(found, ' ')) end
     end`,
  );
  return filters.map((filter, i) => {
    const [, numbers] = new RegExp(`^filter ${String(i + 1)}: (.*)$`, 'm').exec(said) ?? [];
    if (numbers === undefined) throw new Error(`tshark does not take the filter, or is built without Lua: ${filter}`);
    return numbers.split(' ').filter(Boolean).map(Number);
  });
}

function run(path: string, script: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'tshark-taps-'));
  try {
    const taps = join(folder, 'taps.lua');
    writeFileSync(taps, script);
    return execFileSync('tshark', ['-n', '-q', '-X', `lua_script:${taps}`, '-r', path], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
