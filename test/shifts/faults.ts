import { HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";
import type { Line, Phone } from "./phone.ts";
import type { Server } from "./server.ts";
import { START, type World } from "./world.ts";

const LINES: readonly Line[] = ["good", "good", "none", "none", "none", "loses", "late", "doubles"];

/** Everything that goes wrong until the faults end, and the pool phone that changes hands. */
export function startFaults(world: World, server: Server, phones: readonly Phone[]): void {
  const { dice } = world;
  const length = world.faultsEnd - START;
  const pace = Math.min(1, length / (4 * HOUR_MS));
  const now = (): boolean => world.now() < world.faultsEnd;
  const later = (least: number, most: number, work: () => void): void =>
    world.after(pace * dice.between(least, most), () => void (now() && work()));

  for (const phone of phones) {
    const changeLine = (): void => {
      phone.line = dice.pick(LINES);
      void phone.drain();
      later(2 * MINUTE_MS, 50 * MINUTE_MS, changeLine);
    };
    const strike = (): void => {
      later(20 * MINUTE_MS, 3 * HOUR_MS, strike);
      const throwOf = dice();
      if (throwOf < 0.35) phone.kill(false);
      else if (throwOf < 0.7) phone.kill(true);
      else if (throwOf < 0.85) phone.shiftClock(dice.pick([-1, 1]) * dice.between(1_000, 3 * HOUR_MS));
      else if (throwOf < 0.9) {
        phone.setFull(true);
        world.after(pace * dice.between(10 * MINUTE_MS, 3 * HOUR_MS), () => phone.setFull(false));
      } else if (throwOf < 0.97) {
        phone.isSignedOut = true;
        later(MINUTE_MS, 40 * MINUTE_MS, () => phone.signIn(phone.user));
      } else if (throwOf > 0.995) phone.wipe();
    };
    changeLine();
    later(0, 2 * HOUR_MS, strike);
    const tick = (): void => {
      void phone.drain();
      if (now()) world.after(dice.between(5, 15) * MINUTE_MS, tick);
    };
    tick();
  }
  const trouble = (): void => {
    later(10 * MINUTE_MS, 75 * MINUTE_MS, trouble);
    const throwOf = dice();
    const ids = server.orders.ids();
    if (throwOf < 0.35) {
      server.isDown = true;
      world.after(pace * dice.between(10_000, 30 * MINUTE_MS), () => void (server.isDown = false));
    } else if (throwOf < 0.8 && ids.length > 0) {
      const id = dice.pick(ids);
      void server.setBug(id, true);
      world.after(pace * dice.between(1, 60) * MINUTE_MS, () => void server.setBug(id, false));
    } else void server.restore();
  };
  later(10 * MINUTE_MS, 2 * HOUR_MS, trouble);
  const backUp = (): void => {
    void server.backUp();
    later(HOUR_MS, HOUR_MS, backUp);
  };
  world.after(1, backUp);
  const [pool] = phones.slice(-1);
  world.after(dice.between(0.3 * length, 0.6 * length), () => {
    const user = phones[1]?.user;
    if (pool && user !== undefined) pool.signIn(user);
  });
  if (dice.chance(0.1))
    world.after(
      dice.between(0.8 * length, 0.9 * length),
      () => void server.former.add(phones[0]?.user ?? ""),
    );
}
