import path from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Seconds that the long files take on a machine whose other core is busy. */
const SECONDS: Readonly<Record<string, number>> = {
  stripe: 150,
  screens: 125,
  "session-end": 110,
  "money-office": 95,
  "session-faces": 95,
  "session-browser": 90,
  "session-tabs": 85,
  "payment-failures": 75,
  "session-offline": 70,
};
/** Any other file. */
const SHORT = 30;

const secondsOf = ({ moduleId }: TestSpecification): number =>
  SECONDS[path.basename(moduleId, ".test.ts")] ?? SHORT;

/** Shards that take as long as each other: the longest file first, each to the shard with the least to do. */
export class EvenShards extends BaseSequencer {
  override shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.ctx.config.shard ?? { index: 1, count: 1 };
    const shards = Array.from({ length: count }, () => ({ seconds: 0, files: [] as TestSpecification[] }));
    const byName = files.toSorted((a, b) => a.moduleId.localeCompare(b.moduleId));
    for (const file of byName.toSorted((a, b) => secondsOf(b) - secondsOf(a))) {
      const least = shards.reduce((a, b) => (b.seconds < a.seconds ? b : a));
      least.seconds += secondsOf(file);
      least.files.push(file);
    }
    return Promise.resolve(shards[index - 1]?.files ?? []);
  }
}
