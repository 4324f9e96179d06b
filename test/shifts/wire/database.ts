import pg from "pg";
import { calmPool, openDb } from "#server/db/db.ts";
import type { Db } from "#server/db/db.ts";
import { startTestPostgres } from "#server/db/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { prepareJobs } from "#server/jobs/jobs.ts";
import { withDatabase } from "#test/support/database/database-template.ts";

/** A real database with a place for backups of one organisation, and a bug that can be planted into a delivery. */
export interface WireDatabase {
  readonly db: Db;
  backUp(orgId: string): Promise<void>;
  /** Puts back what was there at the last backup; `isNoticed` where the database is at another place than before. */
  restore(orgId: string, isNoticed: boolean): Promise<void>;
  setBug(deliveryId: string, isOn: boolean): Promise<void>;
  clearBugs(): Promise<void>;
  /** Ends every connection of the server, in the middle of whatever it does. */
  cut(): Promise<void>;
  close(): Promise<void>;
}

/** Every table of an organisation has a copy in `kept`; generated columns are made anew. */
const PREPARE = `
create schema kept;
do $$ declare t record; backing text = ''; restoring text = ''; begin
  for t in
    select c.oid, c.relname, string_agg(format('%I', a.attname), ', ' order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = ''
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
      and exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'org_id' and not o.attisdropped)
    group by c.oid, c.relname
  loop
    execute format('create table kept.%I as select %s from public.%I with no data', t.relname, t.columns, t.relname);
    -- Nothing is vacuumed here: a scan would read every row that was ever deleted.
    backing = backing || format($f$
      if pg_relation_size('kept.%1$I') > 500000 then truncate kept.%1$I; else delete from kept.%1$I; end if;
      insert into kept.%1$I select %2$s from public.%1$I where org_id = $1;$f$, t.relname, t.columns);
    restoring = restoring || format($f$
      delete from public.%1$I where org_id = $1;
      insert into public.%1$I (%2$s) overriding system value select * from kept.%1$I;$f$, t.relname, t.columns);
  end loop;
  -- Written out table by table, so that the statements of a connection are planned once.
  execute format('create function kept.back_up(uuid) returns void language plpgsql as %L',
    'begin' || backing || ' end');
  execute format('create function kept.restore(uuid) returns void language plpgsql as %L',
    'begin set local session_replication_role = replica;' || restoring || ' end');
end $$;
create table kept.bug (delivery_id uuid primary key);
create function kept.fail() returns trigger language plpgsql security definer as $$ begin
  if exists (select from kept.bug where delivery_id = new.id) then raise exception 'a planted bug'; end if;
  return new;
end $$;
create trigger planted_bug before update on public.delivery for each row execute function kept.fail();
`;

/** Connections of the server; this file's own one has another name. */
const CUT = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;

interface Connection {
  readonly connectionString: string;
}

export interface WirePostgres {
  /** One more migrated database. */
  open(): Promise<WireDatabase>;
  stop(): Promise<void>;
}

export async function startWirePostgres(): Promise<WirePostgres> {
  const postgres = await startTestPostgres();
  let opened = 0;
  return {
    async open() {
      opened += 1;
      const name = `shifts_${opened}`;
      const admin = new pg.Client({ connectionString: postgres.url });
      await admin.connect();
      await admin.query(`create database ${name}`);
      await admin.end();
      const connection = withDatabase(postgres.url, name);
      await migrate(connection, "db/migrations");
      const pool = calmPool(connection);
      await prepareJobs(pool);
      await pool.end();
      return openWireDatabase(connection);
    },
    stop: () => postgres.stop(),
  };
}

/** A migrated database as shifts need it. */
export async function openWireDatabase(connection: Connection): Promise<WireDatabase> {
  const db = openDb(connection, 4);
  const admin = new pg.Client(connection);
  await admin.connect();
  await admin.query(PREPARE);
  const run = async (text: string, values: readonly string[] = []): Promise<void> =>
    void (await admin.query(text, [...values]));
  return {
    db,
    backUp: (orgId) => run("select kept.back_up($1)", [orgId]),
    restore: async (orgId, isNoticed) => {
      await run("select kept.restore($1)", [orgId]);
      if (isNoticed) await run("update courier_epoch set place = 'elsewhere' where org_id = $1", [orgId]);
    },
    setBug: (id, isOn) =>
      isOn
        ? run("insert into kept.bug values ($1) on conflict do nothing", [id])
        : run("delete from kept.bug where delivery_id = $1", [id]),
    clearBugs: () => run("delete from kept.bug"),
    cut: () => run(CUT),
    async close() {
      await admin.end();
      await db.close();
    },
  };
}
