import { appendFileSync, existsSync, readFileSync } from "node:fs";

/** One answer to one case, judged. */
export interface Run {
  /** Kind of the case, such as "Li and Lim, 100 tasks". */
  readonly group: string;
  readonly name: string;
  readonly solver: string;
  readonly seed: number;
  /** Processor seconds that it was given, and those that it used. */
  readonly seconds: number;
  readonly cpu: number;
  readonly faults: readonly string[];
  readonly left: number;
  readonly used: number;
  /** Driving: seconds, or the instance's unit of distance. */
  readonly way: number;
  readonly best?: { readonly vehicles: number; readonly distance: number };
}

/** Runs in a file, one a line: a bench that was broken off goes on where it was. */
export class Runs {
  readonly list: Run[] = [];
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
    if (!existsSync(file)) return;
    for (const line of readFileSync(file, "utf8").trim().split("\n"))
      if (line) this.list.push(JSON.parse(line));
  }

  has(key: Pick<Run, "group" | "name" | "solver" | "seed" | "seconds">): boolean {
    return this.list.some(
      (run) =>
        run.group === key.group &&
        run.name === key.name &&
        run.solver === key.solver &&
        run.seed === key.seed &&
        run.seconds === key.seconds,
    );
  }

  add(run: Run): void {
    this.list.push(run);
    appendFileSync(this.#file, `${JSON.stringify(run)}\n`);
  }
}
