/** Constants that the build replaces by their values. */
declare const __APP_VERSION__: string;
declare const __BUILD_COMMIT__: string;
/** Whether the page may connect to servers on this machine (`npm run build:local-model`). */
declare const __LOCAL_MODEL__: boolean;
