/**
 * The one door to zod in this room. `jitless` must stand before the first schema: the page's
 * content-security policy forbids code from text, and zod would otherwise probe for it.
 */
import { z } from 'zod';

z.config({ jitless: true });

export { z };
