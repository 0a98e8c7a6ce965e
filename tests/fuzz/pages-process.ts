import { openAsBlob } from 'node:fs';
import { oneFilePage } from '../../src/core/offline/share.ts';
import { sampleSession } from '../support/sealed-files.ts';
import { checkSealChanges } from './seal-changes.ts';

// One process of `npm run fuzz -- pages`: number of the first change, and how many. The shared file is made of the one-file page of the
// last build, a session and a capture.
const [first = 0, count = 0] = process.argv.slice(2).map(Number);
const program = await openAsBlob('dist/offline/capture-workbench.html');
const capture = await openAsBlob('public/samples/chamber_four_phones.pcapng');
globalThis.fetch = () => Promise.resolve(new Response(program));
const page = { base: 'https://page.example/', textOf: () => Promise.resolve(null) };
const session = { ...(await sampleSession()), captures: [] };
const shared = await oneFilePage(session, new Map([['chamber_four_phones', capture]]), page);
const tally = await checkSealChanges([shared], first, count, (done) => process.send?.({ done }));
process.send?.({ tally });
process.disconnect();
