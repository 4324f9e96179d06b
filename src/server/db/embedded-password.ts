import { readFileSync } from "node:fs";
import { SetupProblem, systemCode } from "../setup-problem.ts";
import { type Place, SUPERUSER, newPassword, runToEnd, writePassword } from "./embedded-create.ts";
import type { Programs, Runner } from "./embedded-program.ts";
import type { Watchdog } from "./embedded-watchdog.ts";

/**
 * The password of an existing database that does not run. An empty file asks for a new one: who may write it may read
 * all of the database anyway.
 *
 * @throws SetupProblem where the file is missing
 */
export async function passwordOf(
  place: Place,
  programs: Programs,
  runner: Runner,
  guard: Watchdog["guard"],
): Promise<string> {
  const kept = readKept(place);
  if (kept !== "") return kept;
  const password = newPassword();
  const single = ["--single", "-D", place.database, "-c", "log_min_messages=error", "postgres"];
  const input = `alter role ${SUPERUSER} password '${password}'\n`;
  await runToEnd({ runner, guard, program: programs.postgres, args: single, input });
  writePassword(place, runner, password);
  return password;
}

function readKept(place: Place): string {
  try {
    return readFileSync(place.passwordFile, "utf8").trim();
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw error;
    throw new SetupProblem(
      `${place.passwordFile} is missing: put it back from your backup, or make an empty file of that name and Waybill sets a new password.`,
    );
  }
}
