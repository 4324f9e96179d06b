import { setTimeout as sleep } from "node:timers/promises";
import { traceApi } from "#features/books/contract/trace.ts";
import { moneyByWire } from "#test/support/paying/money-by-wire.ts";
import { callWire } from "#test/support/processes/product.ts";
import { bankControls } from "#test/support/stripe/bank-controls.ts";
import { secondsOf } from "./figure.ts";

const LOOK_MS = 200;
const MOST_LOOKS = 1_500;
/** More refusals than any of the calls below can use up. */
const SILENT = 10_000;

/** Seconds that one of each took. */
export interface PaymentSeconds {
  readonly booking: number;
  readonly captureAfterSilence: number;
}

/** That many card payments against the sandbox bank, spoken to over the wire as a browser does, one after the other. */
export async function benchPayments(url: string, bankUrl: string, count: number): Promise<PaymentSeconds> {
  const town = moneyByWire(url);
  const bank = bankControls(bankUrl);
  await town.taken();
  const held: Awaited<ReturnType<typeof town.held>>[] = [];
  const holding = await secondsOf(async () => {
    for (let n = 0; n < count; n += 1) held.push(await town.held());
  });
  await bank.plan("capture", "drop_request", SILENT);
  for (const one of held) await town.deliver(one);
  const captured = async (): Promise<number> => {
    const traces = await Promise.all(
      held.map(({ paymentId }) => callWire(url, traceApi.readTrace, { id: paymentId }, town.office)),
    );
    return traces.filter(({ payment }) => payment.state === "captured").length;
  };
  if ((await captured()) > 0) throw new Error("the bank was not silent");
  const drained = await secondsOf(async () => {
    await bank.clear();
    for (let looks = 0; (await captured()) < count; looks += 1) {
      if (looks === MOST_LOOKS) throw new Error("the captures did not arrive");
      await sleep(LOOK_MS);
    }
  });
  return { booking: holding / count, captureAfterSilence: drained / count };
}
