import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import { first } from "#server/db/db.ts";
import { chargesOf } from "../book-of-news.ts";
import { lockIntent } from "../books.ts";
import type { Answer } from "../books.ts";
import { bind } from "../intent.ts";
import {
  addCustomer,
  cardsOf,
  customersSince,
  detachCard,
  isCustomer,
  openCardSession,
} from "../kept-cards.ts";
import type { Customer, KeptCard } from "../kept-cards.ts";
import { newName } from "../note.ts";
import { takeStep } from "../step.ts";
import { secondsOf, wireIntent, wireList } from "../wire.ts";
import type { Wire } from "../wire.ts";
import { limitIn, metadataIn, sayNo, sinceIn, wantsCharge } from "./shop-request.ts";
import type { ShopRequest, Work } from "./shop-request.ts";

const MISSING = sayNo(404, "resource_missing");

const wireCustomer = ({ id, metadata, createdAt }: Customer): Wire => ({
  id,
  object: "customer",
  livemode: false,
  created: secondsOf(createdAt),
  metadata,
});
const wireCard = ({ id, brand, last4, month, year }: KeptCard): Wire => ({
  id,
  object: "payment_method",
  type: "card",
  livemode: false,
  allow_redisplay: "always",
  card: { brand, last4, exp_month: month, exp_year: year },
});

export const addHolder = ({ form }: ShopRequest): Work => {
  const metadata = metadataIn(form);
  return async (tx, now) => ({ status: 200, body: wireCustomer(await addCustomer(tx, metadata, now)) });
};

export const holders =
  ({ query }: ShopRequest): Work =>
  async (tx) => {
    const limit = limitIn(query);
    const window = { since: sinceIn(query), after: query.get("starting_after"), limit: limit + 1 };
    const found = await customersSince(tx, window);
    return { status: 200, body: wireList(found.slice(0, limit).map(wireCustomer), found.length > limit) };
  };

export const cards =
  ({ id }: ShopRequest): Work =>
  async (tx) =>
    (await isCustomer(tx, id))
      ? { status: 200, body: wireList((await cardsOf(tx, id)).map(wireCard), false) }
      : MISSING;

export const detach =
  ({ id }: ShopRequest): Work =>
  async (tx, now) => {
    const card = await detachCard(tx, id, now);
    return card ? { status: 200, body: wireCard(card) } : sayNo(400, "payment_method_not_attached");
  };

/** Only the form's own part, with its cards shown. */
export function openSession({ form }: ShopRequest): Work | Answer {
  const part = "components[payment_element]";
  const customer = form.get("customer") ?? "";
  const isShown = form.get(`${part}[features][payment_method_redisplay]`) === "enabled";
  if (form.get(`${part}[enabled]`) !== "true" || !isShown) return sayNo(400, "parameter_missing");
  return async (tx, now) =>
    (await isCustomer(tx, customer))
      ? {
          status: 200,
          body: {
            object: "customer_session",
            customer,
            livemode: false,
            client_secret: await openCardSession(tx, customer, now),
          },
        }
      : MISSING;
}

const USAGES = ["", "on_session", "off_session"];

/** Whose an intent is, and whether its card is kept. Nothing else of it is changed here. */
export function update(request: ShopRequest): Work | Answer {
  const { form, id } = request;
  const [customer, usage] = [form.get("customer"), form.get("setup_future_usage")];
  if (customer === null || usage === null || !USAGES.includes(usage)) return sayNo(400, "parameter_missing");
  return async (tx, now) => {
    const found = await lockIntent(tx, id);
    if (!found || !(await isCustomer(tx, customer))) return MISSING;
    const step = bind(found, customer, usage !== "");
    await takeStep(tx, found, step, now);
    const wire = wireIntent(step.intent, await chargesOf(tx, id), wantsCharge(request));
    return step.error === undefined
      ? { status: 200, body: wire }
      : sayNo(400, "payment_intent_unexpected_state", { payment_intent: wire });
  };
}

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
