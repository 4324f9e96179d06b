import { resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import type { ResolveModulePreloadDependenciesFn } from "vite";
import { compress } from "./tools/build/compress-plugin.ts";
import { docsPagesPlugin } from "./tools/build/docs-pages-plugin.ts";
import { firstView } from "./tools/build/first-view-plugin.ts";
import { guestWorker } from "./tools/build/guest-worker-plugin.ts";
import { guardless } from "./tools/build/guardless-plugin.ts";
import { leanContracts } from "./tools/build/lean-contracts-plugin.ts";
import { pushWorker } from "./tools/build/push-worker-plugin.ts";
import { quietZod } from "./tools/build/quiet-zod-plugin.ts";
import { listPackages, notePackages } from "./tools/build/shipped-plugin.ts";
import { serviceWorker } from "./tools/build/service-worker-plugin.ts";
import { trackPage } from "./tools/build/track-page-plugin.ts";
import { words } from "./tools/build/words-plugin.ts";

/** Where the API runs while the client is developed on its own. */
const API = process.env["WAYBILL_DEV_API"] ?? "http://localhost:8080";

/** Pages that open first, by their chunks; of `/book` the document lists what it needs. */
const OPENED_FIRST = /\/home-/;

/**
 * Names what a part is fetched with, for documents and for pages that open first. Names of the others' parts weighed 4 kB
 * in each first view; without them such a page asks for its parts one answer later.
 */
const listedDependencies: ResolveModulePreloadDependenciesFn = (file, parts, { hostType }) =>
  hostType === "html" || OPENED_FIRST.test(file) ? parts : [];

export default defineConfig({
  plugins: [
    words(),
    quietZod(),
    guardless(),
    leanContracts(),
    react(),
    trackPage(),
    docsPagesPlugin(),
    firstView(),
    serviceWorker("src/main/sw.ts"),
    guestWorker(),
    pushWorker(),
    compress(),
    notePackages(),
    listPackages(),
  ],
  publicDir: "src/web/public",
  worker: { format: "es", plugins: () => [notePackages()] },
  build: {
    target: "es2022",
    manifest: true,
    cssMinify: "lightningcss",
    modulePreload: { polyfill: false, resolveDependencies: listedDependencies },
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { console: resolve("index.html"), pay: resolve("pay.html") },
      output: {
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            // What both entries begin with, in one file: many small ones compress badly.
            {
              name: "hall",
              tags: ["$initial"],
              test: /src[\\/](kernel|contract|web)[\\/]/,
              minShareCount: 2,
            },
            // Small files compress badly: parts of nearly every page, and of pages where somebody types.
            {
              name: "parts",
              test: /src[\\/](web[\\/](ui[\\/](page-header|card)|shell[\\/]lazy-part)|contract[\\/]endpoint|kernel[\\/](phone|instant|outbox[\\/]counts))\.tsx?$/,
            },
            { name: "fields", test: /src[\\/]web[\\/]ui[\\/](text-field|field-frame|stepper)\.tsx$/ },
            // As small: the parser and what it reads of pages' addresses, a few lines each.
            { name: "schemas", test: /src[\\/]features[\\/](?!reports).*-search\.ts$/ },
            {
              name: "booking",
              test: /src[\\/](features[\\/]sender[\\/]web[\\/](booking-draft|booking-key|book[\\/](booking|steps|book-steps))|kernel[\\/]token)\.tsx?$/,
            },
            {
              name: "forms",
              test: /src[\\/](web[\\/](ui[\\/]overlays[\\/]combobox|forms[\\/](form-box|form-store|use-form|fault-text|path))|contract[\\/]field-fault)\.tsx?$/,
            },
            {
              name: "ticked",
              test: /src[\\/](web[\\/]scan[\\/]ticked|features[\\/](parcels[\\/]domain[\\/]scan|courier[\\/](domain[\\/]in-hand|web[\\/](next-action|scan[\\/]verdict-of))))\.ts$/,
            },
            { name: "query", test: /node_modules[\\/]@tanstack[\\/](react-query|query-core)[\\/]/ },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": API, "/map/": API, "/config.json": API } },
});
