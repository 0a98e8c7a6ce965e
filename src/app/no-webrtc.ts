/**
 * Names of the WebRTC constructors, which this module removes from the page: browsers that run the page do not restrict WebRTC by its
 * content security policy. It is the first module of the page, so no other code has run before. Workers have no WebRTC. Frames and windows
 * of the page's own origin have their own constructors, which are removed when they are accessed.
 */
const CONSTRUCTORS = ['RTCPeerConnection', 'webkitRTCPeerConnection', 'mozRTCPeerConnection'] as const;
const FRAMES = ['HTMLIFrameElement', 'HTMLFrameElement', 'HTMLObjectElement'] as const;

type Realm = Window & Partial<Record<string, { readonly prototype: object }>>;

function removeWebRtc(realm: Realm | null): void {
  try {
    if (realm === null || (Object.hasOwn(realm, CONSTRUCTORS[0]) && realm[CONSTRUCTORS[0]] === undefined)) return;
    for (const name of CONSTRUCTORS) Object.defineProperty(realm, name, { value: undefined });
    for (const name of FRAMES) guardFrames(realm[name]?.prototype);
    const open = realm.open.bind(realm);
    realm.open = (...given) => withoutWebRtc(open(...given));
  } catch {
    // Ignore documents of other origins, to which access is denied; they have their own policy.
  }
}

function withoutWebRtc(realm: Window | null): Window | null {
  removeWebRtc(realm as Realm | null);
  return realm;
}

/** Changes `contentWindow` and `contentDocument` of frames so that they remove WebRTC from a frame's window before they return it. */
function guardFrames(prototype: object | undefined): void {
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

removeWebRtc(window as unknown as Realm);

export {};
