import fc from 'fast-check';

/**
 * Property tests try the same cases every time, so that a change is judged by what it changed;
 * PROPERTY_SEED looks at others (`npm run fuzz` takes a new one each time and prints it).
 */
fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 20260901) });
