import { readFileSync, writeFileSync } from 'node:fs';
import { fromRoot } from './command.mjs';

const PAGE = fromRoot('docs/measurements.md');

/**
 * Writes the output of a command between `<!-- name: command -->` and `<!-- /name -->` of docs/measurements.md.
 * @param {string} name @param {string} text Markdown
 */
export function writeMeasurement(name, text) {
  const page = readFileSync(PAGE, 'utf8');
  const [, before, after] = new RegExp(`^([\\s\\S]*<!-- ${name}: .* -->)[\\s\\S]*?(<!-- /${name} -->[\\s\\S]*)$`).exec(page) ?? [];
  if (before === undefined || after === undefined) throw new Error(`docs/measurements.md: expected the marks of "${name}", found none`);
  writeFileSync(PAGE, `${before}\n\n${text.trim()}\n\n${after}`);
}
