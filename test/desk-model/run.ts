import { createHash } from "node:crypto";
import { checkStep } from "./check.ts";
import { type Deed, type Engine, isErrand, type Person, type State } from "./deed.ts";
import type { Guard } from "./guards.ts";
import { makeMemory } from "./memory.ts";
import { BUSY, makePeople, PEOPLE } from "./people.ts";
import { isSame, type Step, type Times } from "./step.ts";
import { makeWorld, type World } from "./world.ts";

export interface DeskReport {
  readonly seed: number;
  /** Broken invariants, by their number in the design; none on a good day. */
  readonly wrong: readonly string[];
  readonly commands: number;
  /** Answers by their name, with how often they were given. */
  readonly answers: Readonly<Record<string, number>>;
  readonly lines: readonly string[];
  readonly hash: string;
}

const COMMANDS = 40;

/** Plays one day at the desk in memory. */
export function runDesk(seed: number, without: readonly Guard[] = []): Promise<DeskReport> {
  const world = makeWorld(seed, without);
  return playDesk(seed, world, makeMemory(world));
}

interface Playing {
  readonly world: World;
  readonly engine: Engine;
  readonly people: ReturnType<typeof makePeople>;
  /** Deeds that were sent; some are sent again. */
  readonly past: Deed[];
  /** Deeds of phones without a line, in the order of their taps. */
  readonly waiting: Map<Person, Deed[]>;
  readonly postponed: Map<string, { readonly before: State; readonly after: State }>;
  readonly answers: Record<string, number>;
}

/** The same on an engine of its own. */
export async function playDesk(seed: number, world: World, engine: Engine): Promise<DeskReport> {
  const { dice } = world;
  for (let n = dice.between(2, 4); n > 0; n -= 1) await engine.book();
  const people = makePeople(world, engine);
  const playing: Playing = {
    world,
    engine,
    people,
    past: [],
    waiting: new Map(),
    postponed: new Map(),
    answers: {},
  };
  let state = await engine.read();
  for (const person of PEOPLE) people.look(person, state);
  let commands = 0;
  while (commands < COMMANDS && world.wrong.size === 0) {
    world.pass(dice.between(0, 8));
    // Some read the news before they act, some act on what they saw.
    for (const person of PEOPLE) if (dice.chance(0.5)) people.look(person, state);
    const due = [...dueOf(playing)];
    commands += Math.max(1, due.length);
    if (due.length === 0) continue;
    state = await send(playing, state, due);
    if (dice.chance(0.7)) state = await followed(playing, state);
    await looked(playing, state);
  }
  return {
    seed,
    wrong: [...world.wrong],
    commands,
    answers: playing.answers,
    lines: world.lines,
    hash: createHash("sha256").update(world.lines.join("\n")).digest("hex").slice(0, 16),
  };
}

interface Due {
  readonly deed: Deed;
  readonly times: Times;
}

/** Deeds that reach the server at this moment: one mostly, two at once at times. */
function* dueOf({ world: { dice }, people, past, waiting }: Playing): Generator<Due> {
  if (past.length > 0 && dice.chance(0.1)) return yield { deed: dice.pick(past), times: "again" };
  for (let n = dice.chance(0.2) ? 2 : 1; n > 0; n -= 1) {
    const person = dice.pick(BUSY);
    const deed = people.next(person);
    const queue = waiting.get(person) ?? [];
    if (deed) queue.push(deed);
    waiting.set(person, queue);
    const isOffline = (person === "ana" || person === "ben") && dice.chance(0.4);
    const first = isOffline ? undefined : queue.shift();
    if (first) yield { deed: first, times: "first" };
  }
}

/** Sends these at once, and whoever is not answered sends theirs once more. */
async function send(playing: Playing, before: State, due: readonly Due[]): Promise<State> {
  const { world, engine, postponed } = playing;
  const said = await Promise.all(due.map(({ deed }) => engine.carryOut(deed)));
  const sent = due.map((one, nth) => ({ ...one, said: said[nth] ?? "lost" }));
  const after = await engine.read();
  for (const one of sent) remember(playing, one, sent.length === 1 ? { before, after } : undefined);
  checkStep(world, { before, after, sent, postponed });
  const lost = sent.filter(({ said: word }) => word === "lost");
  if (lost.length === 0 || world.wrong.size > 0) return after;
  return send(
    playing,
    after,
    lost.map(({ deed, times }) => ({ deed, times: times === "again" ? times : "unsure" })),
  );
}

/** @param around states around a deed that was sent alone */
function remember(
  { world, past, people, postponed, answers }: Playing,
  { deed, said, times }: Step["sent"][number],
  around: { readonly before: State; readonly after: State } | undefined,
): void {
  world.say(`${deed.by}: ${times === "first" ? "" : "again "}${wordsOf(deed)}: ${said}`);
  answers[said] = (answers[said] ?? 0) + 1;
  if (said !== "done") return;
  past.push(deed);
  if (times !== "first" || deed.kind !== "plan" || deed.edit.type !== "postpone") return;
  people.postponed(deed.edit);
  if (around) postponed.set(deed.key, around);
}

async function followed({ world, engine, postponed }: Playing, before: State): Promise<State> {
  await engine.follow();
  const after = await engine.read();
  checkStep(world, { before, after, sent: [], postponed });
  return after;
}

/** Looks of others, and their refused tries, change nothing (33). */
async function looked({ world, engine }: Playing, before: State): Promise<void> {
  if (!engine.look) return;
  await engine.look(before);
  const after = await engine.read();
  if (!isSame(before, after)) world.broke(33, "a look changed something");
}

function wordsOf(deed: Deed): string {
  if (deed.kind === "plan") {
    const { type } = deed.edit;
    const about = "deliveryIds" in deed.edit ? deed.edit.deliveryIds : [deed.edit.taskId];
    return `${type} ${about.map((id) => id.slice(0, 8)).join(", ")}`;
  }
  if (isErrand(deed)) return deed.kind === "import" ? `import ${deed.rows.length} rows` : deed.kind;
  const what = deed.kind === "command" ? deed.command.type : deed.kind;
  return `${what} ${deed.id.slice(0, 8)}`;
}
