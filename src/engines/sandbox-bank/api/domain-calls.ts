import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import { first } from "#server/db/db.ts";
import type { Answer } from "../faults.ts";
import { newName } from "../store-event.ts";
import { wireList } from "../wire.ts";
import type { Wire } from "../wire.ts";
import { sayNo } from "./shop-request.ts";
import type { ShopRequest, Work } from "./shop-request.ts";

interface DomainRow {
  id: string;
  name: string;
  enabled: boolean;
}

const wireDomain = ({ id, name, enabled }: DomainRow): Wire => ({
  id,
  object: "payment_method_domain",
  domain_name: name,
  enabled,
  livemode: false,
  apple_pay: { status: "inactive" },
  google_pay: { status: enabled ? "active" : "inactive" },
  link: { status: enabled ? "active" : "inactive" },
});

export function addDomain({ form }: ShopRequest): Work | Answer {
  const name = form.get("domain_name") ?? "";
  if (!/^[a-z0-9.-]{1,253}$/.test(name)) return sayNo(400, "parameter_invalid");
  return async (tx, now) => {
    const row = { id: newName("pmd"), name, enabled: form.get("enabled") !== "false" };
    await sql`insert into sandbox_bank.domain (name, id, enabled, created_at)
              values (${name}, ${row.id}, ${row.enabled}, ${toIso(now)})
              on conflict (name) do update set enabled = excluded.enabled`.execute(tx);
    return { status: 200, body: wireDomain(row) };
  };
}

export const domains =
  ({ query }: ShopRequest): Work =>
  async (tx) => {
    const found = await first(
      tx,
      sql<DomainRow>`select id, name, enabled from sandbox_bank.domain where name = ${query.get("domain_name")}`,
    );
    return { status: 200, body: wireList(found ? [wireDomain(found)] : [], false) };
  };
