import { installTrustedTypes } from "../web/shell/trusted-types.ts";
import { registerDocsWorker } from "../web/offline/register-docs-worker.ts";

installTrustedTypes();
registerDocsWorker();
