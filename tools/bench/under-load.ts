import { fork } from "node:child_process";
import type { Load, LoadFigures, Word } from "./load-process.ts";

export interface Loaded extends LoadFigures {
  /** Processor time of this process while it served, as a share of one core. */
  readonly cores: number;
  /** The same for one call, in milliseconds. */
  readonly cpuMs: number;
}

/** Serves what another process asks for some seconds, and tells what that took this process. Always ends. */
export function underLoad(load: Load): Promise<Loaded> {
  const child = fork("tools/bench/load-process.ts", { execArgv: ["--import", "tsx"], stdio: "inherit" });
  const patience = setTimeout(() => child.kill("SIGKILL"), (load.seconds + 60) * 1_000);
  return new Promise((done, failed) => {
    let [cpu, began] = [process.cpuUsage(), performance.now()];
    let loaded: Loaded | undefined;
    child.once("exit", (code) => {
      clearTimeout(patience);
      if (loaded) done(loaded);
      else failed(new Error(`the load ended by itself: ${code}`));
    });
    child.on("message", (said: Word) => {
      if (said.word === "begun") [cpu, began] = [process.cpuUsage(), performance.now()];
      else {
        const { user, system } = process.cpuUsage(cpu);
        const cpuMs = (user + system) / 1_000;
        loaded = {
          ...said.figures,
          cores: cpuMs / (performance.now() - began),
          cpuMs: cpuMs / said.figures.calls,
        };
      }
    });
    child.send(load);
  });
}
