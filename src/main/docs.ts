import { registerDocsWorker } from "../web/offline/register-docs-worker.ts";

registerDocsWorker();
