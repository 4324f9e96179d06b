import { resolve } from "node:path";
import { checkEvidence, NoEvidence, type Checked } from "#features/evidence/server/public.ts";
import type { Given } from "#main/config/read.ts";
import { SetupProblem } from "#server/setup-problem.ts";

/** Exit code for a file that is not as it was issued; one that cannot be checked ends with 1. */
const CHANGED = 2;

/** `waybill evidence verify FILE`: checks a ZIP of evidence without a server, a database or a network. */
export async function evidenceCommand(given: Given): Promise<void> {
  const [verb, name] = given.words;
  if (verb !== "verify" || name === undefined)
    throw new SetupProblem('Say "waybill evidence verify FILE" with a ZIP file of evidence.');
  const file = resolve(process.env["INIT_CWD"] ?? process.cwd(), name);
  const checked = await checkEvidence(file).catch((error: unknown) => {
    throw error instanceof NoEvidence
      ? new SetupProblem(`${file} cannot be checked as evidence: ${error.message}.`)
      : error;
  });
  if (checked.faults.length > 0) process.exitCode = CHANGED;
  process.stdout.write(`${says(checked).join("\n")}\n`);
}

function says({ delivery, issuer, facts, proofs, faults, seal, head }: Checked): string[] {
  if (faults.length > 0)
    return [...faults, `The evidence for ${delivery} is NOT as it was issued. Ask ${issuer} for it anew.`];
  return [
    `The evidence for ${delivery} is whole. Facts: ${facts}, pictures: ${proofs}; none was changed, removed, added or moved since it was made.`,
    `Issued in the name of: ${issuer}`,
    `End of the chain: ${head}`,
    `Seal: ${seal}`,
    `It comes from ${issuer} if this seal stands on their page of the delivery.`,
  ];
}
