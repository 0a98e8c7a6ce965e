import { catalog } from '../../src/tools/catalog/index.ts';
import { runExamples } from './tool-examples.ts';

/** All examples, run while this module loads: for whoever can import a module and cannot keep its loader open. */
export const runs = await runExamples(catalog);
