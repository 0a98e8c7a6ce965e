/**
 * The only import of zod in this folder. `jitless` must be set before the first schema: the page's content security policy forbids code
 * from text, and zod would otherwise test for it.
 */
import { z } from 'zod';

z.config({ jitless: true });

export { z };
