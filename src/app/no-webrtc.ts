/**
 * Takes WebRTC away from the page: a policy of content security says nothing about it in the browsers that the page runs in. The first
 * module of the page, so no other code has run before. Workers have no WebRTC. Frames and windows of the page's own would bring it
 * back, so it is taken from these where they are reached.
 */
const CONSTRUCTORS = ['RTCPeerConnection', 'webkitRTCPeerConnection', 'mozRTCPeerConnection'] as const;
const FRAMES = ['HTMLIFrameElement', 'HTMLFrameElement', 'HTMLObjectElement'] as const;

type Realm = Window & Partial<Record<string, { readonly prototype: object }>>;

function close(realm: Realm | null): void {
  try {
    if (realm === null || (Object.hasOwn(realm, CONSTRUCTORS[0]) && realm[CONSTRUCTORS[0]] === undefined)) return;
    for (const name of CONSTRUCTORS) Object.defineProperty(realm, name, { value: undefined });
    for (const name of FRAMES) closeFrames(realm[name]?.prototype);
    const open = realm.open.bind(realm);
    realm.open = (...given) => withoutWebRtc(open(...given));
  } catch {
    // A document of another origin runs under its own policy, and this page cannot reach into it.
  }
}

function withoutWebRtc(realm: Window | null): Window | null {
  close(realm as Realm | null);
  return realm;
}

/** Closes the window of a frame before it is given out. */
function closeFrames(prototype: object | undefined): void {
  if (prototype === undefined) return;
  const windowOf = Object.getOwnPropertyDescriptor(prototype, 'contentWindow');
  const documentOf = Object.getOwnPropertyDescriptor(prototype, 'contentDocument');
  const opened = function (this: unknown): Window | null {
    return withoutWebRtc((windowOf?.get?.call(this) as Window | null | undefined) ?? null);
  };
  if (windowOf) Object.defineProperty(prototype, 'contentWindow', { ...windowOf, get: opened });
  if (!documentOf) return;
  const get = function (this: unknown): Document | null {
    opened.call(this);
    return (documentOf.get?.call(this) as Document | null | undefined) ?? null;
  };
  Object.defineProperty(prototype, 'contentDocument', { ...documentOf, get });
}

close(window as unknown as Realm);

export {};
