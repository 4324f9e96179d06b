/** `unknown`: nothing can be known of it until somebody signs in. */
export type Verdict = "good" | "careful" | "unknown" | "bad";

export interface Finding {
  readonly verdict: Verdict;
  readonly about: string;
  readonly says: string;
  /** The remedy in one sentence; absent where all is well. */
  readonly cure?: string;
}

/** A finding before it is named. */
export type Result = Omit<Finding, "about">;

export const good = (says: string): Result => ({ verdict: "good", says });
export const careful = (says: string, cure: string): Result => ({ verdict: "careful", says, cure });
export const unknown = (says: string, cure: string): Result => ({ verdict: "unknown", says, cure });
export const bad = (says: string, cure: string): Result => ({ verdict: "bad", says, cure });

export type Check = readonly [about: string, check: () => Result | Promise<Result>];

/** Runs one check after the other; an error that a check throws is a finding too, its cure within the sentence. */
export async function runChecks(checks: readonly Check[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [about, check] of checks) findings.push({ about, ...(await settled(check)) });
  return findings;
}

async function settled(check: Check[1]): Promise<Result> {
  try {
    return await check();
  } catch (error) {
    return { verdict: "bad", says: error instanceof Error ? error.message : String(error) };
  }
}
