import type { Client } from "pg";

/** Fault of the row-level security of one table, and the SQL that mends it. */
export interface FenceFault {
  readonly table: string;
  /**
   * `open`: a request could reach rows of another organisation. `hidden`: the connection that runs jobs and migrations
   * is fenced itself, so that it finds no rows.
   */
  readonly kind: "open" | "hidden";
  readonly cure: string;
}

interface Row {
  readonly name: string;
  readonly enabled: boolean;
  readonly hasPolicy: boolean;
  /** Further policies that let more rows through. */
  readonly wider: string[];
  readonly forced: boolean;
  readonly owned: boolean;
  readonly pastFences: boolean;
  readonly me: string;
}

/** The policy of `fence()` in the first migration, as PostgreSQL prints it. */
const BY_ORG = String.raw`^\(org_id = (public\.)?app_org\(\)\)$`;

const LOOK = `
  select quote_ident(c.relname) as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
         pg_has_role(c.relowner, 'usage') as owned, quote_ident(current_user) as me,
         (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as "pastFences",
         coalesce(bool_or(p.by_org), false) as "hasPolicy",
         coalesce(array_agg(p.name) filter (where not p.by_org), '{}') as wider
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id'
  left join lateral (
    select quote_ident(polname)::text as name,
           polcmd = '*' and coalesce(pg_get_expr(polqual, polrelid) ~ $1, false)
             and coalesce(pg_get_expr(polwithcheck, polrelid) ~ $1, false) as by_org
    from pg_policy where polrelid = c.oid and polpermissive) p on true
  where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
  group by c.oid order by c.relname`;

/**
 * Checks the row-level security of every table of a room; undefined before the first migration. The application's
 * role must be held by one policy and no wider one. The owner must not be: its jobs span organisations, so no
 * table may force the policy upon it.
 */
export async function fenceFaults(client: Client): Promise<FenceFault[] | undefined> {
  const { rows } = await client.query<Row>(LOOK, [BY_ORG]);
  if (rows.length === 0) return undefined;
  return rows.flatMap((row) => [...openFaults(row), ...hiddenFaults(row)]);
}

function openFaults({ name, enabled, hasPolicy, wider }: Row): FenceFault[] {
  const rule = "(org_id = app_org())";
  const cures = [
    ...wider.map((policy) => `drop policy ${policy} on ${name}`),
    ...(hasPolicy ? [] : [`create policy by_org on ${name} using ${rule} with check ${rule}`]),
    ...(enabled ? [] : [`alter table ${name} enable row level security`]),
  ];
  return cures.length === 0 ? [] : [{ table: name, kind: "open", cure: cures.join("; ") }];
}

/** A role that passes every fence notices neither a forced policy nor a foreign owner. */
function hiddenFaults({ name, forced, owned, pastFences, me }: Row): FenceFault[] {
  if (pastFences) return [];
  const cures = [
    ...(owned ? [] : [`alter table ${name} owner to ${me}`]),
    ...(forced ? [`alter table ${name} no force row level security`] : []),
  ];
  return cures.length === 0 ? [] : [{ table: name, kind: "hidden", cure: cures.join("; ") }];
}
