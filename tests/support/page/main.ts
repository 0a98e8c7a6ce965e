import { mountApp } from '../../../src/ui/mount.ts';
import { analyzerResult } from '../fake-data.ts';
import { type FakePort, fakePort } from '../fake-port.ts';

/** The views alone, for looking at them and for tests in a browser. Not part of any build. */
declare global {
  interface Window {
    fake: FakePort;
    analyzerResult: typeof analyzerResult;
  }
}

const target = document.getElementById('app');
if (!target) throw new Error('broken invariant: the page has no element #app');
window.fake = fakePort();
window.analyzerResult = analyzerResult;
void mountApp(target, window.fake);
