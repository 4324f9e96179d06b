import type { Settings } from "#main/config/settings.ts";
import { askDatabase } from "./ask-database.ts";
import { type Finding, type Result, bad, careful, good, runChecks } from "./finding.ts";

/** Why no calls go out to the card provider, as the database has it. */
interface Shut {
  readonly since: Date;
  /** Absent while a restored backup is compared. */
  readonly code: string | null;
  readonly account: string | null;
  readonly met: string | null;
}

/** Whether card payments stand still; nothing where no database can be asked, or no payment was ever made. */
export async function examineGate(settings: Settings): Promise<Finding[]> {
  if (settings.payment === "none") return [];
  const rows = await askDatabase<Shut & { readonly isShut: boolean }>(
    settings,
    `select coalesce(stopped_at, frozen_at) as since, stop_code as code, account, met_account as met,
            coalesce(stopped_at, frozen_at) is not null as "isShut"
     from payment_gates order by stopped_at nulls last, frozen_at nulls last limit 1`,
  );
  const row = rows?.[0];
  return row === undefined ? [] : runChecks([["gate", () => judgeGate(row.isShut ? row : null)]]);
}

function judgeGate(shut: Shut | null): Result {
  if (shut === null) return good("card payments go out to the provider");
  const { code, account, met } = shut;
  const since = shut.since.toISOString();
  if (code === null)
    return careful(
      `card payments wait since ${since}: a backup was restored, and both books are being compared`,
      "Nothing to do: it ends by itself within minutes; look at the log where it does not.",
    );
  if (met !== null)
    return bad(
      `card payments stand still since ${since}: the key is of ${met}, the payments are in ${account ?? "another account"}`,
      "Set the key of that account and start Waybill anew, or take the new account on the page Money.",
    );
  return bad(
    `card payments stand still since ${since}: the provider refuses the key (${code || "not valid"})`,
    "Set the right secret key, start Waybill anew, then press “Try again” on the page Money.",
  );
}
