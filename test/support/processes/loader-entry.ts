// The window of the loader's own test page.
import { loadScript } from "#features/checkout/web/load-script.ts";
import { installTrustedTypes } from "#web/shell/trusted-types.ts";

Object.assign(globalThis, { loadScript, installTrustedTypes });
