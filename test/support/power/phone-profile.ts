import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readlinkSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import type { BrowserContext } from "playwright-core";
import { lateMorningZone } from "../people/late-morning.ts";
import { PHONE, openProfile, productUrl } from "../web/browser.ts";

const SHIM = path.resolve("test/support/power/synced-disk.c");
/** Folders that a browser fills anew; copying them costs more than the rest together. */
const REBUILT =
  /\/(Cache|Code Cache|GPUCache|GrShaderCache|ShaderCache|DawnGraphiteCache|DawnWebGPUCache|Crashpad)$/;

/** A courier's browser on a profile of its own, which can be killed or lose its power while it works. */
export interface PhoneProfile {
  /** False on a machine without a C compiler: nothing knows there what was flushed. */
  readonly canLosePower: boolean;
  start(): Promise<BrowserContext>;
  /** Ends every process of the browser with SIGKILL. */
  kill(): Promise<void>;
  /** After a kill: leaves of the profile only what the browser had flushed. */
  losePower(): void;
}

/**
 * Keeps the profile in `folder`. While the browser runs, a preloaded library copies each file to a second folder when
 * the browser flushes it; after a power cut that folder is the profile. All that lay there at the start counts as
 * flushed.
 */
export function phoneProfile(folder: string): PhoneProfile {
  const live = path.join(folder, "live");
  const disk = path.join(folder, "disk");
  const library = path.join(folder, "synced-disk.so");
  mkdirSync(live, { recursive: true });
  const canLosePower = spawnSync("cc", ["-shared", "-fPIC", "-O2", "-o", library, SHIM, "-ldl"]).status === 0;
  const watching = { LD_PRELOAD: library, WAYBILL_LIVE: live, WAYBILL_DISK: disk };
  let pid = 0;
  let ended: Promise<unknown> = Promise.resolve();

  return {
    canLosePower,
    async start() {
      rmSync(path.join(live, "SingletonLock"), { force: true });
      rmSync(disk, { recursive: true, force: true });
      cpSync(live, disk, { recursive: true, filter: (from) => !REBUILT.test(from) && !isSocket(from) });
      const context = await openProfile(live, {
        baseURL: productUrl(),
        viewport: PHONE,
        locale: "en",
        timezoneId: lateMorningZone(),
        env: { ...process.env, ...(canLosePower && watching) },
      });
      context.setDefaultTimeout(45_000);
      // A link to "host-pid" of the browser that uses the profile.
      pid = Number(readlinkSync(path.join(live, "SingletonLock")).split("-").at(-1));
      ended = new Promise((resolve) => void context.once("close", resolve));
      return context;
    },
    async kill() {
      // Playwright starts each browser in a group of its own.
      process.kill(-pid, "SIGKILL");
      await ended;
    },
    losePower() {
      rmSync(live, { recursive: true });
      renameSync(disk, live);
    },
  };
}

const isSocket = (file: string): boolean => /\/Singleton/.test(file);
