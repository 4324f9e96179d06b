// Finds the program: bundled where the bundle is as new as its sources, module by module through tsx elsewhere.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { tellSourceLines } from "./source-lines.mjs";

/**
 * @param {string} root where Waybill lies
 * @param {readonly string[]} args of the command line
 * @returns {Promise<(args: readonly string[], root: string) => Promise<void>>}
 */
export async function loadProgram(root, args) {
  const isChanging = args.includes("--dev") || args.includes("--api-only");
  const bundle = isChanging ? undefined : freshBundle(root);
  if (bundle !== undefined) {
    tellSourceLines(new URL("./", pathToFileURL(bundle)).href);
    return (await import(pathToFileURL(bundle).href)).main;
  }
  if (!isChanging && args[0] === "start") bundleBeside(root);
  const { register } = await import("tsx/esm/api");
  register();
  return (await import("../src/main/cli/main.ts")).main;
}

/** @returns the newest bundle; nothing where it is not whole or a file that it was made of has changed since */
function freshBundle(root) {
  try {
    const stamp = path.join(root, "node_modules", ".cache", "waybill-server", "current.json");
    const { entry, parts, files } = JSON.parse(readFileSync(stamp, "utf8"));
    const isSame = ([file, size, mtimeMs]) => {
      const now = statSync(file);
      return now.size === size && now.mtimeMs === mtimeMs;
    };
    const isWhole = ([part, size]) => statSync(part).size === size;
    return entry.startsWith(path.dirname(stamp)) && files.every(isSame) && parts.every(isWhole)
      ? entry
      : undefined;
  } catch {
    return undefined;
  }
}

/** For the next start, while this one begins; without a builder, or where nothing may be written, there is none. */
function bundleBeside(root) {
  const vite = path.join(root, "node_modules", "vite", "bin", "vite.js");
  if (!existsSync(vite)) return;
  const child = spawn(process.execPath, [vite, "build", "--config", "vite.server.config.ts"], {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production" },
    stdio: "ignore",
  });
  child.on("error", () => undefined);
  child.unref();
  process.once("exit", () => child.kill());
}
