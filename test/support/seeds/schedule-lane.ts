import { sql } from "kysely";
import { randomUUID } from "node:crypto";
import type { Scheduler } from "fast-check";
import { abandon } from "#features/deliveries/server/public.ts";
import { checkPayment } from "#features/payments/server/check.ts";
import { expireUnpaid } from "#features/payments/server/expire.ts";
import { followNews, webhookRoute } from "#features/payments/server/inbox/inbox.ts";
import { brokenInvariants } from "#features/books/server/invariants.ts";
import { openPayment } from "#features/payments/server/open.ts";
import type { PaymentDeps } from "#features/payments/server/base/payment-deps.ts";
import { signed } from "#engines/sandbox-bank/signature.ts";
import { settlePayment } from "#features/payments/server/settle.ts";
import { checkPayments } from "#features/payments/server/check-payments.ts";
import { sandboxProvider } from "#main/sandbox-provider.ts";
import { MINUTE_MS, toIso } from "#kernel/instant.ts";
import { first, rows } from "#server/db/db.ts";
import { openShop, order, systemOf } from "../people/booking.ts";
import { contextOf } from "../context-of.ts";
import { GOOD_CARD } from "../paying/pay-by-card.ts";
import { sandboxOf } from "../paying/paying.ts";
import { openStage, steppedDb, steppedProvider } from "./schedule.ts";
import type { Stage } from "./schedule.ts";
import { openWorld } from "../world.ts";
import type { World } from "../world.ts";
import { writeContext } from "#server/db/tx-context.ts";

const SECRET = "whsec_schedule00000000";
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Acts besides the customer who pays and the poller. */
export interface Plot {
  readonly gaveUp: boolean;
  readonly expires: boolean;
  /** Fault of the bank in one call. */
  readonly fault: string | undefined;
}

/** State at rest by our rows and the bank's books, as one line. */
export interface Outcome {
  readonly order: string;
  readonly amount: number;
  readonly ours: string;
  readonly bank: string;
}

/** A database, a bank and a clock for one schedule after the other. */
export async function openLane() {
  const world = await openWorld({ runJobs: false });
  await openShop(world);
  const sam = await world.person("Sam", "sender");
  const pattern = await order(world, sam);
  const sandbox = sandboxOf(world);
  const { bank } = sandbox;
  const secrets = () => Promise.resolve([SECRET]);
  const provider = sandboxProvider({ ...sandbox, secrets }, { instance: world.orgId });
  const calm: PaymentDeps = { db: world.db, clock: () => world.now, log, provider, instance: world.orgId };

  /** The bank tells its newest news of the payment; the job that follows runs after the answer. */
  const webhook = async (deps: PaymentDeps, stage: Stage, ref: string): Promise<void> => {
    const event = await stage.step("news", () =>
      world.db.owner((tx) =>
        first(
          tx,
          sql<{
            body: object;
          }>`select body from sandbox_bank.event where intent_id = ${ref} order by seq desc limit 1`,
        ),
      ),
    );
    const body = JSON.stringify(event?.body);
    await webhookRoute(deps).run({
      body: Buffer.from(body),
      header: (name: string) => (name === "stripe-signature" ? signed(body, [SECRET], world.now) : undefined),
      address: "",
    } as never);
    await followNews(deps)({ orgId: world.orgId, ref });
  };

  const customer = async (deps: PaymentDeps, stage: Stage, orderId: string): Promise<void> => {
    const { clientSecret } = await openPayment(deps, contextOf(world, sam, deps.db), orderId);
    const ref = clientSecret.split("_secret_")[0] ?? "";
    const said = await stage.step("confirm", () => bank.confirm(ref, clientSecret, GOOD_CARD));
    if (said.status === 200)
      for (const nth of [1, 2, 3]) stage.begin(`webhook ${nth}`, () => webhook(deps, stage, ref));
    await checkPayment(deps, contextOf(world, sam, deps.db), { id: orderId });
  };

  /** Sweeps go on until no operation waits and the order is decided. */
  const rest = async (orderId: string): Promise<Outcome> => {
    for (let n = 0; ; n += 1) {
      world.now += 16 * MINUTE_MS;
      await checkPayments(calm);
      const { waits, ...books } = await readBooks(world, orderId);
      if (!waits) return books;
      if (n === 8) throw new Error(`no rest: ${JSON.stringify(books)}`);
    }
  };

  return {
    world,
    broken: () => world.db.owner((tx) => brokenInvariants(tx, world.now)),
    close: () => world.close(),
    /** Plays one schedule of a booking and, where it was booked, one of its settling. */
    async play(scheduler: Scheduler, plot: Plot): Promise<{ booked: Outcome; settled: Outcome | undefined }> {
      const orderId = await copyOrder(world, pattern.id);
      const stage = openStage(scheduler);
      const deps: PaymentDeps = {
        ...calm,
        db: steppedDb(world.db, stage.step),
        provider: steppedProvider(provider, stage.step),
      };
      await planFault(world, plot.fault);
      stage.begin("return page", () => customer(deps, stage, orderId));
      stage.begin("double click", () => customer(deps, stage, orderId));
      stage.begin("poller", () => checkPayments(deps));
      if (plot.expires)
        stage.begin("expiry", () => {
          world.now += 16 * MINUTE_MS;
          return expireUnpaid(deps, world.orgId, orderId);
        });
      if (plot.gaveUp)
        stage.begin("cancel", () =>
          deps.db.as(sam.actor, (tx) =>
            abandon(writeContext(tx, { actor: systemOf(world.orgId), now: world.now }), orderId),
          ),
        );
      await stage.played();
      const booked = await rest(orderId);
      if (booked.order !== "confirmed") return { booked, settled: undefined };
      const paymentId = await deliver(world, orderId);
      for (const who of ["runner", "other runner"])
        stage.begin(who, () => settlePayment(deps, world.orgId, paymentId));
      stage.begin("poller", () => checkPayments(deps));
      await stage.played();
      return { booked, settled: await rest(orderId) };
    },
  };
}

/** An order as good as the pattern: placed now, unpaid. */
async function copyOrder({ db, now }: World, patternId: string): Promise<string> {
  const [id, quote] = [randomUUID(), randomUUID()];
  await db.owner((tx) =>
    sql`with q as (
          insert into quote select (jsonb_populate_record(q, jsonb_build_object('id', ${quote}::text))).*
          from quote q join sales_order o on o.org_id = q.org_id and o.quote_id = q.id where o.id = ${patternId})
        insert into sales_order select (jsonb_populate_record(o, jsonb_build_object('id', ${id}::text,
          'quote_id', ${quote}::text, 'number', ${id}::text, 'state', 'pending_payment',
          'created_at', ${toIso(now)}::text, 'expires_at', ${toIso(now + 15 * MINUTE_MS)}::text))).*
        from sales_order o where o.id = ${patternId}`.execute(tx),
  );
  return id;
}

const planFault = ({ db }: World, fault: string | undefined): Promise<unknown> =>
  db.owner(async (tx) => {
    await sql`delete from sandbox_bank.fault`.execute(tx);
    if (fault !== undefined)
      await sql`insert into sandbox_bank.fault (call, kind, times) values ('*', ${fault}, 1)`.execute(tx);
  });

async function deliver({ db }: World, orderId: string): Promise<string> {
  const [payment] = await db.owner((tx) =>
    rows(
      tx,
      sql<{
        id: string;
      }>`with d as (update delivery set state_shown = 'delivered' where order_id = ${orderId})
        select id from payment where order_id = ${orderId}`,
    ),
  );
  return payment?.id ?? "";
}

async function readBooks({ db }: World, orderId: string): Promise<Outcome & { waits: boolean }> {
  const books = await db.owner((tx) =>
    first(
      tx,
      sql<Outcome & { waits: boolean }>`
        select o.state as order, o.total_minor as amount,
          concat_ws(' ', coalesce(p.state, 'none'), 'deliveries', (select count(*) from delivery d where d.order_id = o.id),
            'confirmations', (select count(*) from event e where e.aggregate_id = o.id and e.type = 'order.confirmed'),
            'settles', (select count(*) from payment_op k where k.payment_id = p.id and k.kind in ('capture', 'cancel')),
            'receipts', (select count(*) from receipt r where r.payment_id = p.id)) as ours,
          coalesce((select string_agg(concat_ws(' ', i.status, (select string_agg(concat(m.kind, ' ', m.amount_minor), ' '
              order by m.id) from sandbox_bank.movement m where m.intent_id = i.id)), ' + ')
            from sandbox_bank.intent i where i.payment_id = p.id::text), 'nothing') as bank,
          o.state = 'pending_payment' or exists (select from payment_op k
            where k.payment_id = p.id and k.state in ('pending', 'sent'))
            or exists (select from payment_inbox n where n.ref = p.provider_ref and n.done_at is null) as waits
        from sales_order o left join payment p on p.order_id = o.id and p.purpose = 'booking' where o.id = ${orderId}`,
    ),
  );
  if (!books) throw new Error("no books");
  return books;
}
