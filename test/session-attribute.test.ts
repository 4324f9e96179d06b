import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** Ways to put something into `data-session`. */
const WRITES =
  /dataset\s*(\.\s*session|\[\s*["'`]session["'`]\s*\])|(set|toggle)Attribute\(\s*["'`]data-session|data-session\s*=\s*[{"']/;
const TABLE = path.join("src", "web", "session", "phase.ts");

const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .map((file) => path.join("src", file))
  .filter((file) => /\.(tsx?|html)$/.test(file) && !/\.test\.tsx?$/.test(file));

test("only the state machine's keeper says on the root element who is signed in", () => {
  const writers = [...sources, "index.html", "track.html", "pay.html"].filter((file) =>
    WRITES.test(readFileSync(file, "utf8")),
  );
  expect(writers).toEqual([TABLE]);
});
