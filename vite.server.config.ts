import path from "node:path";
import { defineConfig } from "vite";
import { atHome } from "./tools/build/at-home-plugin.ts";
import { serverStamp } from "./tools/build/server-stamp-plugin.ts";

/** Beside the other caches: what lies in `dist` is served. */
const FOLDER = path.resolve("node_modules/.cache/waybill-server");
/** Each build has a folder of its own, so that a server that runs keeps its parts. */
const BUILD = `${Date.now()}-${process.pid}`;

/** Packages that read files of their own, bring native code or start threads, or that most starts never load. */
export const LEFT_OUT = [
  "@opentelemetry/api",
  "@opentelemetry/context-async-hooks",
  "@opentelemetry/exporter-trace-otlp-http",
  "@opentelemetry/resources",
  "@opentelemetry/sdk-trace",
  "bwip-js",
  "graphile-worker",
  "nodemailer",
  "osm-pbf-parser-node",
  "pdfkit",
  "pino",
  "sharp",
  "stripe",
  "tsx",
  "vite",
  "web-push",
];

/** The server as a few files of JavaScript: module by module through tsx a start takes 2 s of processor time more. */
export default defineConfig({
  plugins: [atHome(), serverStamp(FOLDER, BUILD)],
  publicDir: false,
  // Packages come with it: finding and opening 1,500 files of theirs took a start 0.5 s of processor time.
  ssr: { noExternal: true, external: LEFT_OUT },
  build: {
    ssr: "src/main/cli/main.ts",
    outDir: path.join(FOLDER, BUILD),
    minify: false,
    sourcemap: true,
    target: "node20",
    rolldownOptions: {
      output: { entryFileNames: "main.mjs", chunkFileNames: "[name]-[hash].mjs" },
    },
  },
});
