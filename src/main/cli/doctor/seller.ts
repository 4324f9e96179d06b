import type { Settings } from "#main/config/settings.ts";
import { askDatabase } from "./ask-database.ts";
import { type Finding, careful, good, runChecks } from "./finding.ts";

/** Whether receipts say who sells; nothing where no database can be asked. */
export async function examineSeller(settings: Settings): Promise<Finding[]> {
  const rows = await askDatabase<{ readonly name: string | null }>(
    settings,
    `select (select s.name from sellers s where s.org_id = o.id) as name
     from organization o where o.kind = 'carrier' order by o.created_at limit 1`,
  );
  const row = rows?.[0];
  return row === undefined ? [] : runChecks([["seller", () => judge(row.name)]]);
}

const judge = (name: string | null) =>
  name === null
    ? careful(
        "receipts bear no address and no tax number: nobody said yet who sells",
        "Say it on the page “Seller on receipts” (/f/seller), as an administrator or as finance.",
      )
    : good(`receipts name ${name} as the seller`);
