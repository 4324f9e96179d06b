import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const TEXT = /\.(m?js|css|html|svg|json|webmanifest|wasm)$/;
/** Below this, the headers cost more than compression saves. */
const WORTH_BYTES = 512;

/** Writes `.br` and `.gz` beside every text file of the build, so that the server never compresses while it serves. */
export function compress(): Plugin {
  let out = "dist";
  return {
    name: "waybill:compress",
    apply: "build",
    configResolved: (config) => {
      out = config.build.outDir;
    },
    closeBundle: {
      order: "post",
      sequential: true,
      handler() {
        for (const file of readdirSync(out, { recursive: true, encoding: "utf8" })) {
          const path = join(out, file);
          if (!TEXT.test(file) || !statSync(path).isFile() || statSync(path).size < WORTH_BYTES) continue;
          const raw = readFileSync(path);
          writeFileSync(`${path}.gz`, gzipSync(raw, { level: 9 }));
          writeFileSync(
            `${path}.br`,
            brotliCompressSync(raw, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
          );
        }
      },
    },
  };
}
