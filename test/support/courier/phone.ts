import { randomUUID } from "node:crypto";
import type { InputOf } from "#contract/endpoint.ts";
import { type SentCommand, type SyncReply, syncApi } from "#features/courier/contract/sync.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import type { TaskKind } from "#features/deliveries/domain/task-lifecycle.ts";
import { taskIdOf } from "#test/support/people/crew.ts";
import type { Answer, Caller, World } from "#test/support/world.ts";

type Given = InputOf<typeof syncApi.sync>;

/** A courier's phone whose clocks are right, as far as the server sees it. */
export interface Phone {
  readonly deviceId: string;
  /** Freezes a command now, to be sent. */
  tap(type: string, body: object, extra?: Partial<SentCommand>): SentCommand;
  /** The body of an outcome of a delivery's newest task of a kind. */
  ended(delivery: Delivery, kind: TaskKind, extra?: object): object;
  waiting(): readonly SentCommand[];
  /** Takes commands over from another phone. */
  take(commands: readonly SentCommand[]): void;
  /** Sends what waits, then keeps what must be sent later. */
  send(changes?: Partial<Given>): Promise<Answer<SyncReply>>;
  /** Sends the last call's commands again, as after a lost answer. */
  sendAgain(): Promise<Answer<SyncReply>>;
}

export function openPhone(world: World, courier: Caller, deviceId: string = randomUUID()): Phone {
  const life = randomUUID();
  const bornAt = world.now - 1_000;
  let seq = 0;
  let queue: SentCommand[] = [];
  let sent: SentCommand[] = [];
  let known: SyncReply | undefined;
  let samples: Given["samples"] = [];

  const post = async (commands: SentCommand[], changes: Partial<Given>) => {
    const answer = await courier.call(
      syncApi.sync,
      {
        protocol: 1,
        deviceId,
        build: "test",
        epoch: known?.epoch ?? null,
        dayTag: known?.dayTag ?? null,
        samples,
        waiting: { commands: 0, proofs: 0, positions: 0, nextSeq: seq + 1 },
        commands,
        ...changes,
      },
      { key: randomUUID() },
    );
    if (answer.status === 200) {
      known = answer.body;
      const mono = world.now - bornAt;
      samples = [{ life, mono, wall: world.now, server: answer.body.serverNow, rtt: 1, seq: seq + 1 }];
    }
    return answer;
  };
  return {
    deviceId,
    tap: (type, body, extra = {}) => {
      seq += 1;
      const text = JSON.stringify(body);
      const clocks = { wall: world.now, mono: world.now - bornAt, life };
      const command = { id: randomUUID(), seq, type, v: 1, body: text, ...clocks, ...extra };
      queue.push(command);
      return command;
    },
    ended: (delivery, kind, extra = {}) => ({
      deliveryId: delivery.id,
      taskId: taskIdOf(delivery, kind),
      note: null,
      proofs: [],
      recipientName: null,
      ...extra,
    }),
    waiting: () => queue,
    take: (commands) => void queue.push(...commands),
    send: async (changes = {}) => {
      sent = changes.commands ? [] : queue;
      const answer = await post(queue, changes);
      const later = (answer.body.results ?? []).filter(({ verdict }) => verdict === "later");
      if (answer.status === 200) queue = queue.filter(({ id }) => later.some((one) => one.id === id));
      return answer;
    },
    sendAgain: () => post(sent, {}),
  };
}
