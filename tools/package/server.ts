import path from "node:path";
import { build } from "vite";
import { packageOf } from "../build/shipped-plugin.ts";
import { beside, withoutLoader } from "./beside-plugin.ts";

/** Installed beside the bundle: they read files of their own, bring native code or start threads. */
export const INSTALLED = ["graphile-worker", "osm-pbf-parser-node", "pdfkit", "pino", "sharp"] as const;
/** Read as files, never imported. */
export const READ = ["@fontsource/ibm-plex-sans-arabic", "@fontsource/noto-sans"] as const;
/** Tools of a clone, which a package does not have. */
const ABSENT = ["vite"];

/** Threads, each a file that lies where its source lies. */
const THREADS = ["src/engines/roads/build-worker", "src/main/planning/plan-worker"];

/**
 * Bundles the server and its threads for a package, without source maps.
 *
 * @returns folders of the packages that are in the bundle, as the lock file names them
 */
export async function bundleServer(root: string, out: string): Promise<readonly string[]> {
  const threads = THREADS.map((name) => [name, path.join(root, `${name}.mjs`)] as const);
  const built = await build({
    configFile: false,
    root,
    logLevel: "error",
    publicDir: false,
    plugins: [withoutLoader(), beside(root)],
    ssr: { noExternal: true, external: [...INSTALLED, ...ABSENT] },
    build: {
      ssr: true,
      emitAssets: true,
      outDir: out,
      emptyOutDir: true,
      minify: false,
      sourcemap: false,
      target: "node20",
      rolldownOptions: {
        input: { main: path.join(root, "src/main/cli/main.ts"), ...Object.fromEntries(threads) },
        output: { entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" },
      },
    },
  });
  const bundles = Array.isArray(built) ? built : [built];
  const folders = bundles
    .flatMap((bundle) => ("output" in bundle ? bundle.output : []))
    .flatMap((part) => (part.type === "chunk" ? part.moduleIds : []))
    .flatMap((id) => packageOf(id) ?? []);
  return [...new Set(folders)].toSorted();
}
