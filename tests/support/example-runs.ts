import { catalog } from '../../src/tools/catalog/index.ts';
import { runExamples } from './tool-examples.ts';

const only = process.env['EXAMPLES_OF'];

/**
 * Examples of every tool, or of the tool that EXAMPLES_OF names. They run while this module loads, for importers that cannot
 * keep its loader open.
 */
export const runs = await runExamples(catalog.filter(({ manifest }) => only === undefined || manifest.name === only));
