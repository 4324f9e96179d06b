import { sql } from "kysely";
import { Refusal } from "#kernel/refusal.ts";
import { first } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { Import } from "../contract/api.ts";
import { step } from "./commands.ts";

/**
 * Checks all rows that have faults again. They keep their faults until then, so that stopping gives them back.
 *
 * @throws Refusal `imports.not-found`, `imports.wrong-state`, `imports.no-faults`
 */
export const recheckFaulty = ({ id }: { readonly id: string }, context: Context): Promise<Import> =>
  step(context, {
    id,
    command: () => "recheck",
    body: { recheck: id },
    write: async (tx) => {
      const begun = await first(
        tx,
        sql<{ n: number }>`
          with again as (
            update import_row set state = 'new'
            where org_id = app_org() and import_id = ${id} and state = 'faulty' returning no)
          update import_file set to_check = (select count(*) from again)
          where org_id = app_org() and id = ${id} returning to_check as n`,
      );
      if (!begun || begun.n === 0) throw new Refusal("imports.no-faults");
    },
  });
