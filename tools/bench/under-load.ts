import { fork } from "node:child_process";
import type { Load, LoadFigures, Word } from "./load-process.ts";

export interface Loaded extends LoadFigures {
  /** Processor time of this process while it served, as a share of one core. */
  readonly cores: number;
  /** The same for one call, in milliseconds. */
  readonly cpuMs: number;
}

/** Another process that makes loads on this one, one after the other. */
export interface LoadMaker {
  /** Serves what it asks for some seconds, and tells what that took this process. Always ends. */
  under(load: Load): Promise<Loaded>;
  close(): void;
}

export function openLoadMaker(): LoadMaker {
  const child = fork("tools/bench/load-process.ts", { execArgv: ["--import", "tsx"], stdio: "inherit" });
  return {
    under: (load) =>
      new Promise((done, failed) => {
        const patience = setTimeout(() => child.kill("SIGKILL"), (load.seconds + 60) * 1_000);
        let [cpu, began] = [process.cpuUsage(), performance.now()];
        const onExit = (code: number | null) => {
          clearTimeout(patience);
          failed(new Error(`the load ended by itself: ${code}`));
        };
        const onMessage = (said: Word) => {
          if (said.word === "begun") {
            [cpu, began] = [process.cpuUsage(), performance.now()];
            return;
          }
          const { user, system } = process.cpuUsage(cpu);
          const cpuMs = (user + system) / 1_000;
          const cores = cpuMs / (performance.now() - began);
          clearTimeout(patience);
          child.off("message", onMessage).off("exit", onExit);
          done({ ...said.figures, cores, cpuMs: cpuMs / said.figures.calls });
        };
        child.on("message", onMessage).once("exit", onExit);
        child.send(load);
      }),
    close: () => void (child.connected && child.disconnect()),
  };
}

/** One load by a process of its own. */
export async function underLoad(load: Load): Promise<Loaded> {
  const maker = openLoadMaker();
  try {
    return await maker.under(load);
  } finally {
    maker.close();
  }
}
