// `npm run bench:board [-- --write]`: the dispatcher's board in Chromium, and its endpoint with many old deliveries. With
// `--write` it puts the part "The board" into docs/performance.md.
import { readFileSync, writeFileSync } from "node:fs";
import { benchBoard } from "./bench/board/bench-board.ts";
import { keepPart } from "./bench/kept-part.ts";

const PAGE = "docs/performance.md";
const say = (text: string): void => void process.stdout.write(`${text}\n`);

const { part, times } = await benchBoard(false, say);
say(part);
say(`On this machine, in this run:\n${times}`);
if (process.argv.includes("--write"))
  writeFileSync(PAGE, keepPart(readFileSync(PAGE, "utf8"), "The board", part));
