// `npm install` in a checkout puts the hooks in place; elsewhere (an archive, a container) there is nothing to hook.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

if (existsSync(".git") && !process.env["CI"])
  spawnSync(process.platform === "win32" ? "npx.cmd" : "npx", ["--no-install", "lefthook", "install"], {
    stdio: "ignore",
  });
