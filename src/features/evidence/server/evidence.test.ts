import { rm, writeFile } from "node:fs/promises";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { unzipSync, zipSync } from "fflate";
import { sql } from "kysely";
import { extractText, getDocumentProxy } from "unpdf";
import { describe, expect, onTestFinished, test } from "vitest";
import { pictureFolder } from "#features/deliveries/server/public.ts";
import { sha256 } from "#server/db/hash.ts";
import { book, codeOf, good } from "#test/support/people/booking.ts";
import { useWorld } from "#test/support/use-world.ts";
import { EvidenceFile, evidenceApi, evidencePath, type EvidenceKind } from "../contract/evidence.ts";
import { chainOf, headOf } from "../domain/chain.ts";
import type { Fact } from "../domain/fact.ts";
import { sealed, textOf } from "../domain/sealed-file.ts";
import { checkEvidence } from "./check-evidence.ts";

const { world, crew, eve } = useWorld({
  crew: true,
  eachTestAtTen: true,
  people: { eve: ["Eve Else", "sender"] },
});
const SAM = "Sam Sender";
const BO = "Bo Board";

type Files = Record<string, Uint8Array>;

async function ask(who: string | undefined, id: string, kind: EvidenceKind = "zip", language = "en") {
  const answer = await world.server.app.inject({
    url: evidencePath(id, kind, language),
    headers: who === undefined ? {} : { authorization: `Bearer ${who}` },
  });
  return {
    status: answer.statusCode,
    code: answer.statusCode === 200 ? undefined : answer.json().code,
    headers: answer.headers,
    bytes: answer.rawPayload,
  };
}

const files = async (who: string, id: string): Promise<Files> => unzipSync((await ask(who, id)).bytes);
const fileIn = (given: Files) =>
  EvidenceFile.parse(JSON.parse(Buffer.from(given["facts.json"] ?? []).toString("utf8")));
// Safe: the server wrote them.
const factsIn = (given: Files) => fileIn(given).facts.map(({ fact }) => fact as unknown as Fact);

async function checked(given: Files | Uint8Array) {
  const folder = mkdtempSync(path.join(tmpdir(), "waybill-evidence-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, "evidence.zip");
  await writeFile(file, given instanceof Uint8Array ? given : zipSync(given));
  return checkEvidence(file);
}

async function textOfPages(bytes: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
  return text.replaceAll(/[\u00a0\u202f]/g, " ");
}

/** A delivery that nobody took. */
async function refused() {
  const collected = await crew.collected();
  const { id } = good(await crew.keepPhoto(collected));
  const ended = { reason: "refused", note: "did not order it", proofIds: [id] };
  return good(await crew.step(crew.kim, collected, "deliver", "fail", ended));
}

describe("the ZIP of a delivery", () => {
  test("holds the facts in order, the proof as it is kept, pages and a text, and is whole", async () => {
    const { id, number, proofs } = await crew.delivered();
    const answer = await ask(SAM, id);
    expect(answer.headers).toMatchObject({
      "content-type": "application/zip",
      "cache-control": "private, no-store",
      "content-disposition": `attachment; filename="${number}-evidence.zip"`,
    });
    const given = unzipSync(answer.bytes);
    const facts = factsIn(given);
    expect(facts.map((fact) => (fact.kind === "event" ? fact.type : fact.kind))).toEqual([
      "booked",
      "delivery.created",
      "delivery.assigned",
      "delivery.pickup_started",
      "delivery.at_pickup",
      "delivery.collected",
      "proof",
      "delivery.out_for_delivery",
      "delivery.at_dropoff",
      "delivery.delivered",
      "standing",
    ]);
    expect(facts[9]).toMatchObject({
      by: "person",
      happened: { earliest: expect.any(String) },
      outcome: { recipientName: "Rita", proofIds: [proofs[0]?.id] },
    });
    expect(facts[10]).toMatchObject({ state: "delivered", custody: "recipient" });
    const proof = facts[6];
    if (proof?.kind !== "proof" || proof.file === null) throw new Error("no proof");
    expect(sha256(given[proof.file] ?? new Uint8Array())).toBe(proofs[0]?.sha256);
    expect(Object.keys(given).toSorted()).toEqual(
      ["README.txt", "evidence.pdf", "facts.json", proof.file].toSorted(),
    );
    expect(await checked(given)).toMatchObject({ delivery: number, facts: 11, proofs: 1, faults: [] });
  });

  test("names no phone, no mail address, and neither a courier nor the office", async () => {
    const { id } = await crew.delivered();
    const text = Buffer.from((await files(BO, id))["facts.json"] ?? []).toString("utf8");
    for (const secret of ["+49", "@", "Kim", "Bo Board", "courierId"]) expect(text).not.toContain(secret);
  });

  test("is the same bytes for the office and for the sender as long as nothing happens", async () => {
    const { id } = await crew.delivered();
    const [first, second] = [await ask(SAM, id), await ask(BO, id)];
    expect(first.bytes.equals(second.bytes)).toBe(true);
    const { items } = good(await crew.sam.call(evidenceApi.listSeals, { id }));
    expect(items).toHaveLength(1);
    expect(items[0]?.seal).toBe((await checked(first.bytes)).seal);
  });

  test("tells of a delivery that was refused, then lost, and of one that was only booked", async () => {
    const { id } = await refused();
    const ended = (await files(SAM, id)) ?? {};
    expect(
      factsIn(ended).find((fact) => fact.kind === "event" && fact.type === "delivery.attempt_failed"),
    ).toMatchObject({ outcome: { reason: "refused", fault: "recipient", note: "did not order it" } });
    expect((await checked(ended)).faults).toEqual([]);

    world.now += 60_000;
    good(await crew.handle(await crew.read(crew.bo, id), "lose"));
    const lost = await files(SAM, id);
    expect(factsIn(lost).at(-1)).toMatchObject({ state: "lost" });
    expect((await checked(lost)).faults).toEqual([]);
    const { items } = good(await crew.bo.call(evidenceApi.listSeals, { id }));
    expect(items.map(({ seal }) => seal)).toEqual([(await checked(lost)).seal, (await checked(ended)).seal]);

    const fresh = await book(world, crew.sam);
    const booked = await files(SAM, fresh.id);
    expect(factsIn(booked).map(({ kind }) => kind)).toEqual(["booked", "event", "standing"]);
    expect((await checked(booked)).faults).toEqual([]);
  });

  test("bounds a time that a phone reported by its clock, one that came late by its arrival", async () => {
    const delivered = await crew.delivered();
    const { id } = delivered;
    await world.run(sql`
      update event set occurred_at = occurred_at - interval '1 hour'
      where aggregate_id = ${id} and type in ('delivery.collected', 'delivery.delivered')`);
    await world.run(sql`
      insert into courier_report (org_id, id, user_id, courier_id, device_id, seq, type, v, body, hash, delivery_id, wall, mono,
        life, lo_at, best_at, hi_at, build, received_at, verdict, facts)
      select org_id, command_id, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1, 'task', 1, '', '', ${id}, 0, 0,
        gen_random_uuid(), occurred_at - interval '2 minutes', occurred_at, occurred_at + interval '3 minutes', '',
        recorded_at, 'accepted', '{}'
      from event where aggregate_id = ${id} and type = 'delivery.delivered'`);
    const facts = factsIn(await files(SAM, id));
    const happened = (type: string) => {
      const fact = facts.find((one) => one.kind === "event" && one.type === type);
      return fact?.kind === "event" ? fact.happened : undefined;
    };
    expect(happened("delivery.collected")).toMatchObject({
      earliest: null,
      said: "2026-06-17T07:00:00.000Z",
      latest: "2026-06-17T08:00:00.000Z",
    });
    expect(happened("delivery.delivered")).toEqual({
      earliest: "2026-06-17T06:58:00.000Z",
      said: "2026-06-17T07:00:00.000Z",
      latest: "2026-06-17T07:03:00.000Z",
    });
  });

  test("says which picture is gone or was changed on the disk, and stays whole", async () => {
    const { id } = await refused();
    const row = await world.one(sql<{ file: string }>`select file from proof where delivery_id = ${id}`);
    const file = path.join(pictureFolder(world.dataFolder), row?.file ?? "");
    const proof = async () => {
      const given = await files(SAM, id);
      expect((await checked(given)).faults).toEqual([]);
      return factsIn(given).find(({ kind }) => kind === "proof");
    };
    expect(await proof()).toMatchObject({ picture: "kept" });
    await writeFile(file, "another picture");
    expect(await proof()).toMatchObject({ picture: "changed", file: null });
    await rm(file);
    expect(await proof()).toMatchObject({ picture: "gone", file: null });
  });

  test("is refused where it would be too large", async () => {
    const { id } = await refused();
    await world.run(sql`update proof set bytes = 64000001 where delivery_id = ${id}`);
    for (const kind of ["zip", "pdf"] as const)
      expect(await ask(SAM, id, kind)).toMatchObject({ status: 422, code: "evidence.too-large" });
  });
});

describe("the pages", () => {
  test.each<[string, string[]]>([
    ["en", ["Evidence for delivery", "Could not be delivered", "Reason: The recipient refused it", "Photo"]],
    ["de", ["Nachweis zur Lieferung", "Grund:", "Notiz: did not order it", "Ende der Kette"]],
    ["fr", ["Preuves de la livraison", "Motif"]],
    ["es", ["Pruebas de la entrega", "Motivo:"]],
    ["ar", ["إثبات التوصيلة", "السبب", "نهاية السلسلة"]],
  ])("say it in %s, with the end of the chain", async (language, said) => {
    const { id, number } = await refused();
    const { headers, bytes } = await ask(SAM, id, "pdf", language);
    expect(headers["content-type"]).toBe("application/pdf");
    const text = await textOfPages(bytes);
    const { items } = good(await crew.sam.call(evidenceApi.listSeals, { id }));
    for (const one of [...said, number, items[0]?.head ?? "?"]) expect(text).toContain(one);
  });
});

describe("access", () => {
  test("another sender, a courier who carried it and a guest have none of it", async () => {
    const { id } = await crew.delivered();
    for (const kind of ["zip", "pdf"] as const) {
      expect(await ask("Eve Else", id, kind)).toMatchObject({ status: 404, code: "deliveries.not-found" });
      expect(await ask("Kim Kurier", id, kind)).toMatchObject({ status: 403, code: "accounts.forbidden" });
      expect(await ask(undefined, id, kind)).toMatchObject({ status: 401, code: "accounts.signed-out" });
      expect(await ask(BO, "x", kind)).toMatchObject({ status: 404, code: "deliveries.not-found" });
    }
    expect(codeOf(await eve.call(evidenceApi.listSeals, { id }))).toBe("404 deliveries.not-found");
    expect(codeOf(await crew.kim.call(evidenceApi.listSeals, { id }))).toBe("403 accounts.forbidden");
    expect(good(await crew.bo.call(evidenceApi.listSeals, { id })).items).toEqual([]);
  });

  test("a courier who also sends has it of what they sent, not of what they carried", async () => {
    const both = await world.person("Uma Both", "courier", "sender");
    const theirs = await crew.give(await book(world, crew.sam), both);
    expect(await ask("Uma Both", theirs.id)).toMatchObject({ status: 404, code: "deliveries.not-found" });
    expect((await ask("Uma Both", (await book(world, both)).id)).status).toBe(200);
  });
});

describe("a check without the server finds", () => {
  const again = (given: Files, changes: object): Files => ({
    ...given,
    "facts.json": Buffer.from(textOf({ ...fileIn(given), ...changes })),
  });
  const pictureIn = (given: Files): string =>
    Object.keys(given).find((name) => name.startsWith("proofs/")) ?? "?";

  test.each<[string, (given: Files) => Files, string]>([
    [
      "a fact that was changed",
      (given) =>
        again(given, {
          facts: fileIn(given).facts.map((link) =>
            link.seq === 6
              ? { ...link, fact: { ...link.fact, recordedAt: "2026-06-17T08:00:01.000Z" } }
              : link,
          ),
        }),
      "Fact 6 was changed",
    ],
    [
      "a fact that was removed",
      (given) => again(given, { facts: fileIn(given).facts.toSpliced(2, 1) }),
      "Fact 3 is not in its place",
    ],
    [
      "the last fact removed",
      (given) => again(given, { facts: fileIn(given).facts.slice(0, -1) }),
      "is not the last one that was issued",
    ],
    [
      "facts in another order",
      (given) => {
        const [first, second, ...rest] = fileIn(given).facts;
        return again(given, { facts: [second, first, ...rest] });
      },
      "Fact 1 is not in its place",
    ],
    [
      "a picture that was swapped",
      (given) => ({ ...given, [pictureIn(given)]: Buffer.from("another") }),
      "-photo.jpg was changed",
    ],
    [
      "a picture that is missing",
      ({ ...given }) => {
        delete given[pictureIn(given)];
        return given;
      },
      "-photo.jpg is missing",
    ],
    [
      "other pages",
      (given) => ({ ...given, "evidence.pdf": Buffer.from("%PDF") }),
      "evidence.pdf was changed",
    ],
    ["another text", (given) => ({ ...given, "README.txt": Buffer.from("Hi") }), "README.txt was changed"],
    ["a file that was added", (given) => ({ ...given, "more.txt": Buffer.from("Hi") }), "more.txt was added"],
    ["a folder that was added", (given) => ({ ...given, "more/": new Uint8Array() }), "more/ was added"],
    [
      "a second value of the same name",
      (given) => ({
        ...given,
        "facts.json": Buffer.from(
          Buffer.from(given["facts.json"] ?? [])
            .toString("utf8")
            .replace("{", '{"issuer":"Other",'),
        ),
      }),
      "The text of facts.json was changed",
    ],
    ["another issuer", (given) => again(given, { issuer: "Other" }), "The seal does not fit"],
  ])("%s", async (_what, change, sentence) => {
    const { id } = await refused();
    const given = await files(SAM, id);
    expect((await checked(change(given))).faults.join("\n")).toContain(sentence);
  });

  test("by its seal what was forged anew as a whole: the page knows no such seal", async () => {
    const { id } = await refused();
    const given = await files(SAM, id);
    const { facts, ...file } = fileIn(given);
    const chain = chainOf(
      facts.map(({ fact }) => (fact["kind"] === "event" ? { ...fact, by: "guest" } : fact)),
      sha256,
    );
    const forged = sealed({ ...file, facts: chain, head: headOf(chain) }, sha256);
    const { faults, seal } = await checked({ ...given, "facts.json": Buffer.from(textOf(forged)) });
    expect(faults).toEqual([]);
    const { items } = good(await crew.sam.call(evidenceApi.listSeals, { id }));
    expect(items.map((one) => one.seal)).not.toContain(seal);
  });

  test("every change of a byte that changes what the file holds", async () => {
    const { id } = await refused();
    const { bytes } = await ask(SAM, id);
    const { seal } = await checked(bytes);
    let found = 0;
    // Steps by a prime, so that every part of the file is met.
    for (let at = 0; at < bytes.length; at += 101) {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ 0xff;
      const result = await checked(flipped).catch(() => "unreadable" as const);
      if (result === "unreadable" || result.faults.length > 0) {
        found += 1;
        continue;
      }
      expect(result.seal).toBe(seal);
    }
    // The rest are times and sizes around the files, which say nothing of a delivery.
    expect(found / Math.ceil(bytes.length / 101)).toBeGreaterThan(0.9);
  });

  test("what is no evidence at all", async () => {
    await expect(checked(Buffer.from("hello"))).rejects.toThrow("no ZIP file");
    await expect(checked({ "a.txt": Buffer.from("hello") })).rejects.toThrow("it holds no facts.json");
    await expect(checked({ "facts.json": Buffer.from("{}") })).rejects.toThrow("not written by Waybill");
    await expect(checked({ "facts.json": Buffer.from("{") })).rejects.toThrow("no JSON");
    await expect(checkEvidence("/nowhere/evidence.zip")).rejects.toThrow("it cannot be read");
  });
});
