import type { LiveDayParts } from "./live-day-parts.ts";
import { setTimeout as sleep } from "node:timers/promises";
import type { DemoDay, DemoSpeed } from "#contract/demo.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS, toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { diceOf } from "#engines/town/dice.ts";
import { readAddresses } from "./addresses.ts";
import { bookingsOf } from "./bookings.ts";
import { apiCallerOf } from "./api-caller.ts";
import { sandboxCard } from "./card.ts";
import { castOf } from "./cast.ts";
import type { Cast } from "./cast.ts";
import { dispatchingOf } from "./dispatching.ts";
import { demoActionsOf } from "./demo-actions.ts";
import { drawPictures } from "./pictures.ts";
import { riderOf } from "./rider.ts";

/** Real time between two steps of everybody. */
const STEP_MS = SECOND_MS;

export interface LiveDay {
  run(speed: DemoSpeed): Promise<DemoDay>;
  day(): DemoDay;
  /** Lets everybody finish what they are doing; nobody begins before the returned function lets the day go on. */
  hold(): Promise<() => void>;
  /** Lets everybody finish what they are doing. */
  stop(): Promise<void>;
}

/** A courier whose account a person used this recently is that person's. */
const PERSONS_MS = 10 * MINUTE_MS;
/** A day that is not stopped ends by itself. */
const LONGEST_MS = 2 * HOUR_MS;
/** So often it is looked up who rides themselves. */
const RECAST_MS = 10 * SECOND_MS;

/**
 * The live day: simulated couriers, neighbours and a dispatcher who use the calls that people use. `pause` is waited for
 * between two steps.
 */
export function liveDayOf(
  parts: LiveDayParts,
  pause: () => Promise<unknown> = () => sleep(STEP_MS),
): LiveDay {
  const { clock, log } = parts;
  const counts = { riding: 0, booked: 0, ended: 0 };
  let speed: DemoSpeed = 0;
  let startedAt: Instant | undefined;
  let wake: () => void = () => undefined;
  let running: Promise<void> | undefined;

  const live = async (): Promise<void> => {
    const crew = await assemble(parts);
    let simNow = clock();
    let last = clock();
    while (speed > 0) {
      const now = clock();
      if (now - (startedAt ?? now) > LONGEST_MS) speed = 0;
      simNow += (now - last) * speed;
      last = now;
      try {
        await crew.step(simNow, speed, counts);
      } catch (error) {
        log.error({ error: String(error) }, "the live day stumbled");
      }
      const woken = new Promise<void>((resolve) => (wake = resolve));
      await Promise.race([woken, pause()]);
    }
    counts.riding = 0;
  };
  const day = (): DemoDay => ({
    speed,
    startedAt: startedAt === undefined ? null : toIso(startedAt),
    ...counts,
  });
  const begin = (next: DemoSpeed): void => {
    speed = next;
    startedAt ??= clock();
    running ??= live()
      .catch((error: unknown) => {
        speed = 0;
        log.error({ error: String(error) }, "the live day did not start");
      })
      .finally(() => {
        running = undefined;
      });
  };
  const rest = async (): Promise<void> => {
    speed = 0;
    wake();
    await running;
  };
  let isHeld = false;
  return {
    day,
    async run(next) {
      if (next > 0 && !isHeld) {
        begin(next);
        wake();
      } else if (next === 0) {
        await rest();
        startedAt = undefined;
      }
      return day();
    },
    async hold() {
      isHeld = true;
      const before = speed;
      await rest();
      return () => {
        isHeld = false;
        if (before > 0) begin(before);
      };
    },
    stop: rest,
  };
}

interface Crew {
  step(
    simNow: Instant,
    speed: number,
    counts: { riding: number; booked: number; ended: number },
  ): Promise<void>;
}

async function assemble({ db, orgId, rooms, clock }: LiveDayParts): Promise<Crew> {
  const dice = diceOf(clock() % 4_294_967_296);
  const read = (): Promise<Cast> => db.as({ orgId }, (tx) => castOf(tx, orgId));
  let cast = await read();
  let castAt = clock();
  const addresses = await db.as({ orgId }, (tx) => readAddresses(tx));
  const api = apiCallerOf(rooms, db, clock);
  const card = sandboxCard(rooms, api, db, clock);
  const actions = demoActionsOf({ db, orgId, api, cast, clock, card });
  let drawn: ReturnType<typeof drawPictures> | undefined;
  const pictures = () => (drawn ??= drawPictures(dice));
  const home = addresses.homes[0]?.point ?? { lon: 0, lat: 0 };
  const riders = cast.couriers.map(({ actor }, nth) =>
    riderOf({
      api,
      actions,
      who: { actor },
      nth,
      clock,
      dice,
      pictures,
      home: addresses.homes[nth * 7]?.point ?? home,
    }),
  );
  const dispatching = dispatchingOf({ api, actions, cast: () => cast, home });
  const bookings = bookingsOf({ api, actions, cast: () => cast, addresses, dice });
  return {
    async step(simNow, speed, counts) {
      if (clock() - castAt > RECAST_MS) [cast, castAt] = [await read(), clock()];
      const riding = cast.couriers.flatMap(({ seenAt }, nth) =>
        seenAt !== null && clock() - seenAt < PERSONS_MS ? [] : [nth],
      );
      counts.riding = riding.length;
      if (card.works) counts.booked += await bookings.step(simNow);
      await dispatching.step(simNow, riding);
      for (const nth of riding) {
        const ended = await riders[nth]?.step(simNow, speed);
        if (!ended) continue;
        counts.ended += 1;
        dispatching.noted(ended, simNow);
      }
    },
  };
}
