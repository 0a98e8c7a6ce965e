import { expect, test } from '../support/page.ts';

test('the page has no WebRTC, and neither its frames, windows nor workers bring it back @offline', async ({ workbench }) => {
  const found = await workbench.page.evaluate(async () => {
    const names = ['RTCPeerConnection', 'webkitRTCPeerConnection'];
    const held = (realm: object): string[] => names.filter((name) => typeof Reflect.get(realm, name) === 'function');
    /** Candidates of a connection that may use a STUN server. */
    const gathered = async (realm: object): Promise<number | string> => {
      const Connection = Reflect.get(realm, names[0]!) as typeof RTCPeerConnection;
      try {
        const connection = new Connection({ iceServers: [{ urls: 'stun:127.0.0.1:9' }] });
        let candidates = 0;
        connection.onicecandidate = ({ candidate }) => void (candidate && candidates++);
        connection.createDataChannel('out');
        await connection.setLocalDescription(await connection.createOffer());
        await new Promise((done) => setTimeout(done, 500));
        return candidates;
      } catch (error) {
        return error instanceof TypeError ? 'cannot be made' : String(error);
      }
    };
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const inner = frame.contentWindow!;
    const other = document.createElement('iframe');
    document.body.append(other);
    const byDocument = other.contentDocument!.defaultView!;
    const nested = inner.document.createElement('iframe');
    inner.document.body.append(nested);
    const realms = [window, inner, byDocument, nested.contentWindow!];
    const inWorker = new Promise((done) => {
      const worker = new Worker(URL.createObjectURL(new Blob(['postMessage(typeof RTCPeerConnection)'])));
      worker.onmessage = ({ data }) => done(data);
    });
    return { held: realms.flatMap(held), gathered: await Promise.all(realms.map(gathered)), inWorker: await inWorker };
  });
  expect(found).toEqual({ held: [], gathered: new Array(4).fill('cannot be made'), inWorker: 'undefined' });
});
