/** `npm start`: sets the tree up, then serves the page for development and prints its address. */
import { fail, runTool } from './lib/command.mjs';
import { setUp } from './setup.mjs';

try {
  await setUp();
  const { code } = await runTool('vite/bin/vite.js', process.argv.slice(2));
  process.exitCode = code;
} catch (error) {
  fail(error);
}
