/** Constants that the build fills in. */
declare const __APP_VERSION__: string;
declare const __BUILD_COMMIT__: string;
